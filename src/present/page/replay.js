// Rounds guess by guess, two players side by side. The address names the round: #replay/SIZE/CODEMAKER/ROUND/PLAYER/PLAYER
{
  const { data, make } = arena;
  const DELAY = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1500 : 900;
  const counted = (number, thing) => `${number} ${thing}${number === 1 ? '' : /(s|ch)$/.test(thing) ? 'es' : 's'}`;

  const pegs = code => make('span', { class: 'pegs' }, ...[...code].map(letter => make('span', { class: `peg p${letter}` }, letter)));

  // How a game ended, in words.
  const ending = game => {
    const guesses = counted(game.feedback.length, 'guess');
    if (game.outcome === 'win') return `won in ${guesses}`;
    return `${game.outcome === 'loss' ? 'lost' : 'failed'} after ${guesses}: ${game.cause}`;
  };

  arena.replay = box => {
    const rounds = data.replays;
    const length = round => Number(data.games[round.game].split('x')[0]);
    const nameOf = round => `${data.games[round.game]}, ${data.scsas[round.scsa]}, round ${round.round}`;
    let [round, seats, step, timer] = [null, [], 0, null];

    // The kinds of rounds: why they are shown, without names.
    const kind = why => why.replace(/ (of|at) .*/, '');
    const kinds = [...new Set(rounds.flatMap(one => one.why.map(kind)))];
    const kindSelect = make('select', { change: () => { fill(); open(shownRounds()[0]); } },
      make('option', { value: '' }, 'all'), ...kinds.map(name => make('option', {}, name)));
    const roundSelect = make('select', { change: () => open(rounds[roundSelect.value]) });
    const shownRounds = () => rounds.filter(one => !kindSelect.value || one.why.some(why => kind(why) === kindSelect.value));
    const fill = () => {
      const groups = data.games.map((size, index) => [size, shownRounds().filter(one => one.game === index)]).filter(([, own]) => own.length);
      roundSelect.replaceChildren(...groups.map(([size, own]) => make('optgroup', { label: size }, ...own.map(one =>
        make('option', { value: rounds.indexOf(one) }, `${data.scsas[one.scsa]}, round ${one.round}${one.why.length ? ` · ${one.why.join('; ')}` : ''}`)))));
    };

    const playerSelects = [0, 1].map(seat => make('select', { change: () => {
      const player = playerSelects[seat].value;
      seats[seat] = player === '' ? null : Number(player);
      go(step);
      link();
    } }));
    const steps = make('input', { type: 'range', min: 0, value: 0, 'aria-label': 'Guess', input: () => { pause(); go(Number(steps.value)); } });
    const buttons = [
      ['«', 'To the beginning', () => { pause(); go(0); }],
      ['‹', 'One guess back', () => { pause(); go(step - 1); }],
      ['play', 'Play', () => timer ? pause() : play()],
      ['›', 'One guess on', () => { pause(); go(step + 1); }],
      ['»', 'To the end', () => { pause(); go(last()); }],
    ].map(([text, label, click]) => make('button', { type: 'button', click, 'aria-label': label, title: label }, make('span', { 'aria-hidden': 'true' }, text)));
    const playButton = buttons[2];
    const address = make('a', { href: '#replays', class: 'link' }, 'link to this replay');
    const head = make('p', { class: 'secret' });
    const note = make('p', { class: 'note' });
    const boards = [0, 1].map(() => make('div', { class: 'board-box' }));
    const view = make('div', { class: 'boards', tabindex: 0, role: 'group', 'aria-label': 'Boards. Left and right arrow step through the guesses, the space bar plays.' }, ...boards);

    const games = () => seats.map(player => player === null ? null : round.games.find(game => game.player === player) ?? null);
    const last = () => Math.max(0, ...games().map(game => game?.feedback.length ?? 0));

    const pause = () => {
      clearInterval(timer);
      timer = null;
      playButton.setAttribute('aria-label', 'Play');
      playButton.title = 'Play';
      playButton.firstChild.textContent = 'play';
    };
    const play = () => {
      if (step >= last()) go(0);
      timer = setInterval(() => step < last() ? go(step + 1) : pause(), DELAY);
      playButton.setAttribute('aria-label', 'Pause');
      playButton.title = 'Pause';
      playButton.firstChild.textContent = 'pause';
    };

    // A number of candidates, or words for a lower bound.
    const number = value => value === null ? '?' : typeof value === 'string' ? value : arena.exact(value);
    const left = (game, index) => number(game.left[index]);
    const row = (game, index) => {
      const [black, white] = game.feedback[index];
      const pegCount = length(round);
      const guess = game.guesses.slice(index * pegCount, (index + 1) * pegCount);
      return make('tr', {}, make('th', { scope: 'row' }, index + 1), make('td', { class: 'code' }, pegs(guess)),
        make('td', { class: 'black' }, black), make('td', { class: 'white' }, white), make('td', { class: 'left' }, left(game, index)));
    };
    const board = (game, seat) => {
      if (!game) return [];
      const shown = Math.min(step, game.feedback.length);
      const isOver = shown === game.feedback.length;
      const heading = text => make('th', { scope: 'col' }, text);
      const abbreviation = (text, title) => make('th', { scope: 'col' }, make('abbr', { title }, text));
      const title = make('p', { class: 'ending', id: `ending-${seat}` },
        `${data.players[game.player]}: ${isOver ? ending(game) : `${shown} of ${counted(game.feedback.length, 'guess')}`}`);
      const table = make('table', { class: 'turns', 'aria-labelledby': title.id },
        make('thead', {}, make('tr', {}, abbreviation('#', 'number of the guess'), heading('guess'), abbreviation('●', 'black: right color, right place'),
          abbreviation('○', 'white: right color, other place'), abbreviation('left', 'candidates that are left'))),
        make('tbody', {}, ...Array.from({ length: shown }, (_, index) => row(game, index))));
      table.dataset.seat = seat;
      return [title, make('div', { class: 'scroll turns-box', role: 'region', tabindex: 0, 'aria-label': `Guesses of ${data.players[game.player]}` }, table)];
    };

    const go = to => {
      step = Math.max(0, Math.min(to, last()));
      steps.max = last();
      steps.value = step;
      const shown = games();
      steps.setAttribute('aria-valuetext', `guess ${step} of ${last()}`);
      shown.forEach((game, seat) => {
        boards[seat].replaceChildren(...board(game, seat));
        boards[seat].hidden = !game;
        const scroll = boards[seat].lastChild;
        if (scroll) scroll.scrollTop = scroll.scrollHeight;
      });
      const texts = shown.filter(game => game).map(game => {
        const name = data.players[game.player];
        if (!step) return `${name}: no guess yet`;
        if (step > game.feedback.length) return `${name} ${ending(game)}`;
        const pegCount = length(round);
        const [black, white] = game.feedback[step - 1];
        const rest = game.left[step - 1] === null ? '' : `, ${game.left[step - 1] === 1 ? '1 candidate' : `${left(game, step - 1)} candidates`} left`;
        const end = step === game.feedback.length ? `; ${ending(game)}` : '';
        return `${name}, guess ${step}: ${game.guesses.slice((step - 1) * pegCount, step * pegCount)}, ${black} black, ${white} white${rest}${end}`;
      });
      arena.say(texts.join('. '));
    };

    const link = () => {
      const names = seats.filter(player => player !== null).map(player => data.players[player]);
      const parts = [data.games[round.game], data.scsas[round.scsa], round.round, ...names];
      address.href = `#replay/${parts.map(part => encodeURIComponent(part)).join('/')}`;
    };

    // Shows a round with these players, or the two best that have it.
    const open = (next, players = []) => {
      if (!next) return;
      pause();
      round = next;
      const has = player => round.games.some(game => game.player === player);
      const chosen = players.filter(has);
      seats = chosen.length ? [chosen[0], chosen[1] ?? null] : [round.games[0].player, round.games[1]?.player ?? null];
      if (!shownRounds().includes(round)) {
        kindSelect.value = '';
        fill();
      }
      roundSelect.value = rounds.indexOf(round);
      playerSelects.forEach((select, seat) => {
        const options = round.games.map(game => make('option', { value: game.player }, `${data.players[game.player]} (${game.outcome === 'win' ? game.feedback.length : game.outcome})`));
        select.replaceChildren(...(seat ? [make('option', { value: '' }, 'nobody')] : []), ...options);
        select.value = seats[seat] ?? '';
      });
      head.replaceChildren('Secret: ', pegs(round.secret));
      box.classList.toggle('long', length(round) > 12);
      const numbers = round.games.flatMap(game => game.left.map((_, index) => left(game, index)));
      const notes = ['●: right color, right place; ○: right color, other place; left: candidates.', `Candidates are counted among ${round.counted}: ${number(round.codes)} codes.`,
        numbers.includes('?') ? '? stands for a number that is too hard to count.' : ''];
      note.textContent = notes.filter(text => text).join(' ');
      link();
      go(last());
    };

    box.append(
      make('div', { class: 'controls' },
        ...(kinds.length > 1 ? [make('label', {}, 'Kind ', kindSelect)] : []),
        make('label', {}, 'Round ', roundSelect),
        make('label', {}, 'Player ', playerSelects[0]), make('label', {}, 'beside ', playerSelects[1]), address),
      head,
      make('div', { class: 'player-controls', role: 'group', 'aria-label': 'Replay' }, ...buttons, steps),
      view, note);
    box.addEventListener('keydown', event => {
      const isIn = name => event.target.closest(name);
      if (isIn('select') || isIn('input') || event.ctrlKey || event.altKey || event.metaKey) return;
      const action = { ArrowRight: () => go(step + 1), ArrowLeft: () => go(step - 1), Home: () => go(0), End: () => go(last()) }[event.key];
      if (action) {
        pause();
        action();
      } else if (event.key === ' ' && !isIn('button, a')) {
        timer ? pause() : play();
      } else {
        return;
      }
      event.preventDefault();
    });

    // Opens the round of the address, if it names one.
    const follow = () => {
      const parts = location.hash.split('/');
      if (parts[0] !== '#replay') return false;
      const [size, scsa, number, ...names] = parts.slice(1).map(part => { try { return decodeURIComponent(part); } catch { return part; } });
      const found = rounds.find(one => data.games[one.game] === size && data.scsas[one.scsa] === scsa && one.round === Number(number));
      if (found) open(found, names.map(name => data.players.indexOf(name)));
      document.getElementById('replays').scrollIntoView();
      if (!found) note.textContent = 'The page does not have the round of this link.';
      return Boolean(found);
    };
    addEventListener('hashchange', follow);

    fill();
    // First the round that most players have, at the smallest size.
    const most = Math.max(...rounds.map(one => one.games.length));
    if (!follow()) open(rounds.find(one => one.games.length === most));
    arena.say('');
    arena.openReplay = open;
  };

  // A number of codes, all digits if they are few.
  arena.exact = value => value < 1e7 ? String(Math.round(value)) : value.toExponential(2).replace('e+', 'e');

  if (data.replays) arena.part('replay', arena.replay);
}
