// The page: what all parts share, tables that sort, panes, and the players that are shown.
const arena = { data: JSON.parse(document.getElementById('data').textContent) };
{
  const { data } = arena;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  // An element with attributes (a function is a listener) and children (elements or texts).
  arena.make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value === 'function') element.addEventListener(key, value);
      else if (value === true) element.setAttribute(key, '');
      else if (value !== false && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  };
  const { make } = arena;

  // Says a text to readers of screens.
  arena.say = text => { document.getElementById('said').textContent = text; };

  // A text beside a place on the screen.
  const tip = document.getElementById('tip');
  arena.tip = (text, x, y) => {
    tip.hidden = !text;
    if (!text) return;
    tip.textContent = text;
    const { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 8))}px`;
    tip.style.top = `${y + height + 24 > innerHeight ? y - height - 10 : y + 16}px`;
  };

  // A number with that many decimals, and no minus before zero.
  arena.fixed = (value, decimals) => {
    if (value === null || value === undefined) return '–';
    const text = value.toFixed(decimals);
    return Number(text) === 0 ? text.replace('-', '') : text;
  };
  // A number with three digits.
  arena.short = value => {
    if (value === 0) return '0';
    const size = Math.abs(value);
    if (size >= 1e6 || size < 1e-3) return value.toExponential(1).replace('e+', 'e');
    if (size >= 100) return String(Math.round(value));
    return String(Number(value.toPrecision(3)));
  };

  // The matches by player, codemaker and size.
  const cells = new Map(data.matches.map(([place, [rounds, wins, score, scoreError, scored], [guesses, guessesError], [time, timeError]]) =>
    [place.join(), { rounds, wins, score, scoreError, scored, guesses, guessesError, time, timeError }]));
  arena.cell = (player, scsa, size) => cells.get(`${player},${scsa},${size}`);

  // Tables: a button in every heading sorts the rows.
  const value = (row, column) => {
    const cell = row.cells[column];
    const text = cell.dataset.value ?? cell.textContent.trim();
    const number = Number(text.replace(/^[~≥ ]+/, '').split(/[ %*]/)[0].replace('−', '-'));
    return text !== '' && !Number.isNaN(number) ? number : text;
  };
  const compare = (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
    return a.localeCompare(b);
  };
  const sort = (table, column) => {
    const headings = [...table.tHead.rows[0].cells];
    const isUp = headings[column].getAttribute('aria-sort') !== 'ascending';
    headings.forEach(heading => heading.removeAttribute('aria-sort'));
    headings[column].setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
    const rows = [...table.tBodies[0].rows].map(row => [value(row, column), row]);
    // What is no number comes last either way.
    const isText = ([key]) => typeof key === 'string';
    const texts = rows.filter(isText).length;
    const isMixed = texts > 0 && texts < rows.length;
    rows.sort((a, b) => (isMixed && isText(a) !== isText(b)) ? compare(a[0], b[0]) : (isUp ? 1 : -1) * compare(a[0], b[0]));
    table.tBodies[0].append(...rows.map(([, row]) => row));
    arena.say(`${table.caption.textContent}: sorted by ${headings[column].textContent}, ${isUp ? 'ascending' : 'descending'}`);
  };
  arena.makeSortable = table => {
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      if ('plain' in heading.dataset) return;
      const button = make('button', { type: 'button', click: () => sort(table, column) }, ...heading.childNodes);
      heading.replaceChildren(button);
    });
  };
  all('table.sortable').forEach(arena.makeSortable);

  // Panes: buttons show one at a time.
  arena.makePanes = (box, panes) => {
    const buttons = panes.map(pane => make('button', { type: 'button', 'aria-pressed': 'false', click: () => show(pane) }, pane.dataset.name));
    const show = shown => panes.forEach((pane, place) => {
      pane.hidden = pane !== shown;
      buttons[place].setAttribute('aria-pressed', String(pane === shown));
    });
    box.prepend(make('div', { class: 'choice', role: 'group', 'aria-label': box.dataset.label }, ...buttons));
    show(panes[0]);
  };
  all('.panes').forEach(box => {
    const panes = all(':scope > .pane', box);
    if (panes.length > 1) arena.makePanes(box, panes);
  });

  // Numbers behind the cells of the table of differences.
  const more = event => {
    const cell = event.target.closest?.('td[data-more]');
    if (!cell) return arena.tip('');
    const names = all('th', cell.closest('table').tHead.rows[0]).map(heading => heading.textContent);
    arena.tip(`${cell.parentElement.cells[0].textContent} less ${names[cell.cellIndex]}: ${cell.dataset.more}`, event.clientX, event.clientY);
  };
  all('table.differences').forEach(table => {
    table.addEventListener('pointermove', more);
    table.addEventListener('pointerleave', () => arena.tip(''));
  });

  // The players that charts show. The first ones that are shown have a color each, the others are gray.
  const COLORS = 8;
  const hidden = new Set();
  const watchers = [];
  arena.players = {
    isShown: player => !hidden.has(player),
    shown: () => data.players.map((_, player) => player).filter(player => !hidden.has(player)),
    // The number of the color of a player, or -1.
    color: player => {
      const place = arena.players.shown().indexOf(player);
      return place >= 0 && place < COLORS ? place : -1;
    },
    set: (players, isShown) => {
      for (const player of players) isShown ? hidden.delete(player) : hidden.add(player);
      watchers.forEach(watcher => watcher());
    },
    // Calls a function whenever other players are shown.
    watch: watcher => watchers.push(watcher),
  };

  // A line of buttons that switch players off and on, for a chart.
  arena.playerButtons = () => {
    const { players } = arena;
    const everyone = data.players.map((_, player) => player);
    const buttons = everyone.map(player => make('button', {
      type: 'button', class: 'player', 'data-player': player, click: () => players.set([player], !players.isShown(player)),
    }, make('span', { class: 'swatch', 'aria-hidden': 'true' }), data.players[player]));
    const only = (text, kept) => make('button', { type: 'button', click: () => {
      players.set(everyone, false);
      players.set(kept, true);
    } }, text);
    const update = () => buttons.forEach((button, player) => {
      button.setAttribute('aria-pressed', String(players.isShown(player)));
      button.className = `player c${players.color(player)}`;
    });
    players.watch(update);
    update();
    const shortcuts = everyone.length > COLORS
      ? [only('all', everyone), only(`best ${COLORS}`, everyone.slice(0, COLORS)), only('none', [])] : [];
    const list = make('div', { class: 'players', role: 'group', 'aria-label': 'Players that the charts show' }, ...buttons);
    if (!shortcuts.length) return list;
    return make('div', {}, make('div', { class: 'choice small', role: 'group', 'aria-label': 'Show' }, ...shortcuts), list);
  };

  // Text that can be copied.
  all('pre.copied').forEach(text => {
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(text.textContent);
        button.textContent = 'copied';
      } catch {
        getSelection().selectAllChildren(text);
        button.textContent = 'selected';
      }
      setTimeout(() => { button.textContent = 'copy'; }, 2000);
    };
    const button = make('button', { type: 'button', class: 'copy', click: copy, 'aria-label': `Copy: ${text.getAttribute('aria-label')}` }, 'copy');
    text.before(button);
  });

  // A part that the script makes; nothing if the page does not have it.
  arena.part = (name, fill) => {
    const box = document.querySelector(`[data-script="${name}"]`);
    if (!box) return;
    box.hidden = false;
    fill(box);
  };
}
