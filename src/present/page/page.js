// The page: tables that sort, panes, charts, and the players that are shown.
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

  // A part that the script makes; nothing if the page does not have it.
  arena.part = (name, fill) => {
    const box = document.querySelector(`[data-script="${name}"]`);
    if (!box) return;
    box.hidden = false;
    fill(box);
  };

  const FEW = 8;
  const hidden = new Set();
  const watchers = [];
  arena.players = {
    isShown: player => !hidden.has(player),
    set: (players, isShown) => {
      for (const player of players) isShown ? hidden.delete(player) : hidden.add(player);
      const names = new Set([...hidden].map(player => data.players[player]));
      all('.drawing .s').forEach(series => series.classList.toggle('off', names.has(series.dataset.s)));
      // Few players all have their colors.
      document.body.classList.toggle('few', data.players.length - hidden.size <= FEW);
      watchers.forEach(watcher => watcher());
    },
    // Calls a function whenever other players are shown.
    watch: watcher => watchers.push(watcher),
  };

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

  // On a narrow screen the cells of a table that is too wide are stacked. Elsewhere, what goes on beyond the right edge of its box is marked.
  const NARROW = matchMedia('(max-width: 44rem)');
  const goesOn = box => box.classList.toggle('goes-on', box.scrollWidth - box.clientWidth - box.scrollLeft > 8);
  const fit = box => {
    const table = box.querySelector('table.sortable');
    if (table && box.clientWidth && box.clientWidth !== box.fitted) {
      box.fitted = box.clientWidth;
      table.classList.remove('stacked');
      table.classList.toggle('stacked', NARROW.matches && box.scrollWidth > box.clientWidth);
    }
    goesOn(box);
  };
  const seen = new ResizeObserver(entries => entries.forEach(({ target }) => fit(target)));
  arena.fit = box => {
    const headings = all('thead th', box).map(heading => heading.textContent);
    all('table.sortable tbody tr', box).forEach(row => [...row.cells].forEach((cell, column) => { cell.dataset.label = headings[column]; }));
    box.addEventListener('scroll', () => goesOn(box), { passive: true });
    seen.observe(box);
  };
  all('.scroll').forEach(arena.fit);

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

  // The charts: the one of the chosen values is shown. Titles of markers become texts under the pointer.
  all('.charts').forEach(box => {
    const form = box.querySelector('form');
    const drawings = all('.drawing', box);
    const choose = () => {
      const choice = all('select', form).map(select => select.value).join('|');
      drawings.forEach(drawing => { drawing.hidden = drawing.dataset.choice !== choice; });
      box.querySelector('.missing').hidden = drawings.some(drawing => !drawing.hidden);
    };
    form.hidden = false;
    form.addEventListener('change', choose);
    form.addEventListener('submit', event => event.preventDefault());
    choose();
    drawings.forEach(readable);
    box.append(playerButtons());
  });

  // Makes the values of a chart known to the pointer and the arrow keys.
  function readable(drawing) {
    const picture = drawing.querySelector('svg');
    const marks = all('title', picture).map(title => {
      const mark = title.parentElement;
      mark.dataset.said = title.textContent;
      title.remove();
      return mark;
    });
    drawing.tabIndex = 0;
    drawing.setAttribute('role', 'group');
    drawing.setAttribute('aria-label', `${picture.getAttribute('aria-label')}. Arrow keys read the values.`);
    picture.setAttribute('aria-hidden', 'true');
    let current = null;
    const shown = () => marks.filter(mark => !mark.closest('.off'));
    const center = mark => {
      const { left, top, width, height } = mark.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const highlight = mark => {
      all('.near', picture).forEach(element => element.classList.remove('near'));
      current = mark;
      if (!mark) return arena.tip('');
      const name = mark.closest('.s').dataset.s;
      all('.s', picture).filter(one => one.dataset.s === name).forEach(one => one.classList.add('near'));
      arena.tip(mark.dataset.said, ...center(mark));
    };
    drawing.addEventListener('pointermove', event => {
      let [best, least] = [null, 40 * 40];
      for (const mark of shown()) {
        const { left, right, top, bottom } = mark.getBoundingClientRect();
        const beyond = (place, low, high) => Math.max(low - place, place - high, 0);
        const distance = beyond(event.clientX, left, right) ** 2 + beyond(event.clientY, top, bottom) ** 2;
        if (distance < least) [best, least] = [mark, distance];
      }
      if (best !== current) highlight(best);
    });
    drawing.addEventListener('pointerleave', () => highlight(null));
    drawing.addEventListener('blur', () => highlight(null));
    // Left and right go along a series, up and down to the others at the same place.
    drawing.addEventListener('keydown', event => {
      if (event.key === 'Escape') return highlight(null);
      const [isAlong, step] = { ArrowRight: [true, 1], ArrowLeft: [true, -1], ArrowDown: [false, 1], ArrowUp: [false, -1] }[event.key] ?? [];
      const points = shown();
      if (!step || !points.length) return;
      event.preventDefault();
      let beside = points.filter(mark => mark.parentElement === current?.parentElement);
      if (!isAlong && current) {
        const [x] = center(current);
        beside = points.filter(mark => Math.abs(center(mark)[0] - x) < 14).sort((a, b) => center(a)[1] - center(b)[1]);
      }
      if (beside.length < 2) beside = points;
      const place = beside.indexOf(current);
      highlight(beside[place < 0 ? 0 : (place + step + beside.length) % beside.length]);
      arena.say(current.dataset.said);
    });
  }

  // The players that charts show. A line of buttons below each chart switches them off and on in all charts.
  function playerButtons() {
    const { players } = arena;
    const everyone = data.players.map((_, player) => player);
    const buttons = everyone.map(player => make('button', {
      type: 'button', class: 'player', 'data-player': player, click: () => players.set([player], !players.isShown(player)),
    }, make('span', { class: `swatch c${data.styles[player] % 8}${data.styles[player] < data.colored ? '' : ' gray'}`, 'aria-hidden': 'true' }), data.players[player]));
    const only = (text, kept) => make('button', { type: 'button', click: () => {
      players.set(everyone, false);
      players.set(kept, true);
    } }, text);
    const update = () => buttons.forEach((button, player) => button.setAttribute('aria-pressed', String(players.isShown(player))));
    players.watch(update);
    update();
    const list = make('div', { class: 'players', role: 'group', 'aria-label': 'Players that the charts show' }, ...buttons);
    const shortcuts = [only('all', everyone), only(`best ${FEW}`, everyone.slice(0, FEW)), only('none', [])];
    const parts = everyone.length <= FEW ? [list] : [make('div', { class: 'choice small', role: 'group', 'aria-label': 'Show' }, ...shortcuts), list];
    return make('details', { class: 'switches', open: !NARROW.matches }, make('summary', {}, 'Players that the charts show'), ...parts);
  }

  // The reader's player is marked in all tables and charts. It is kept while the tab is open.
  let mine = data.focus;
  function markMine() {
    all('tr[data-player]').forEach(row => row.classList.toggle('own', row.dataset.player === String(mine)));
    all('.differences tr').forEach(row => row.classList.toggle('shown', row.dataset.player === String(mine ?? 0)));
    all('.drawing text.named').forEach(text => text.remove());
    all('.drawing .s').forEach(series => {
      const isOwn = series.dataset.s === data.players[mine];
      series.classList.toggle('own', isOwn);
      const mark = all('circle', series).at(-1);
      if (isOwn) series.parentNode.append(series);
      if (!isOwn || !mark || series.querySelector('text')) return;
      // It has no label: its name stands beside its last marker.
      const picture = series.closest('svg');
      const [em, x, y] = [picture.getAttribute('font-size'), mark.getAttribute('cx'), mark.getAttribute('cy')].map(Number);
      const isLeft = x < picture.viewBox.baseVal.width / 2;
      const text = document.createElementNS(picture.namespaceURI, 'text');
      Object.entries({ class: 'named', x: x + (isLeft ? em : -em) / 2, y: y - em / 2, 'text-anchor': isLeft ? 'start' : 'end', fill: 'currentColor' })
        .forEach(([name, value]) => text.setAttribute(name, value));
      text.textContent = series.dataset.s;
      series.append(text);
    });
  }
  arena.part('mine', box => {
    const KEY = 'arena-mine';
    try {
      const name = sessionStorage.getItem(KEY);
      if (name !== null) mine = data.players.includes(name) ? data.players.indexOf(name) : null;
    } catch { /* Nothing is kept. */ }
    const choose = () => {
      arena.players.set(mine === null ? [] : [mine], true);
      markMine();
    };
    const select = make('select', { change: () => {
      mine = select.value === '' ? null : Number(select.value);
      try { sessionStorage.setItem(KEY, data.players[mine] ?? ''); } catch { /* Nothing is kept. */ }
      choose();
    } }, make('option', { value: '' }, 'none'), ...data.players.map((name, index) => make('option', { value: index }, name)));
    select.value = mine ?? '';
    box.append(make('label', {}, 'My player ', select));
    choose();
  });

  // The scores of one player: a row for each codemaker, a column for each size, from the tables of the sizes.
  arena.part('one-player', box => {
    const tables = all('#scores .pane').map(pane => [pane.dataset.name, pane.querySelector('table')]);
    if (tables.length < 2) return;
    const place = make('div', { class: 'scroll', role: 'region', tabindex: 0 });
    const cell = (table, player, scsa) => {
      const column = [...table.tHead.rows[0].cells].findIndex(heading => heading.textContent === scsa);
      const row = table.querySelector(`tr[data-player="${player}"]`);
      return column > 0 && row ? row.cells[column].cloneNode(true) : make('td', {}, '–');
    };
    const show = player => {
      const name = `SCORE of ${data.players[player]} by codemaker and game`;
      const heading = (text, name) => make('th', { scope: 'col', class: name }, text);
      const table = make('table', { class: 'scores sortable' },
        make('caption', {}, make('span', {}, name)),
        make('thead', {}, make('tr', {}, heading('codemaker', 'name'), ...tables.map(([size]) => heading(size)))),
        make('tbody', {}, ...data.scsas.map(scsa => make('tr', {},
          make('th', { scope: 'row', class: 'name' }, scsa), ...tables.map(([, table]) => cell(table, player, scsa))))));
      arena.makeSortable(table);
      place.setAttribute('aria-label', name);
      place.replaceChildren(table);
      arena.fit(place);
    };
    box.append(place);
    arena.players.watch(() => show(mine ?? 0));
    show(mine ?? 0);
  });

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

  // A page of a tournament that is being played is loaded again. What was chosen stays.
  const live = arena.data.live;
  if (live) {
    const seconds = live.reload_seconds;
    const KEY = 'arena-live';
    const controls = () => [...document.querySelectorAll('main select')];
    try {
      const before = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
      if (before) {
        arena.players.set(arena.data.players.map((name, player) => before.hidden.includes(name) ? player : -1).filter(player => player >= 0), false);
        controls().forEach((select, index) => {
          if ([...select.options].some(option => option.value === before.chosen[index])) {
            select.value = before.chosen[index];
            select.dispatchEvent(new Event('change', { bubbles: true }));
          }
        });
        requestAnimationFrame(() => scrollTo(0, before.scroll));
      }
    } catch { /* The page begins anew. */ }
    let isPaused = false;
    const button = arena.make('button', { type: 'button', 'aria-pressed': 'false', click: () => {
      isPaused = !isPaused;
      button.setAttribute('aria-pressed', String(isPaused));
    } }, 'pause');
    const said = document.getElementById('live');
    const text = said?.textContent;
    // A tournament that was killed writes no last page.
    const state = said?.previousElementSibling;
    const tellAge = () => {
      const age = Math.round((Date.now() - Date.parse(live.written)) / 1000);
      const stopped = `This page is ${age < 120 ? `${age} s` : `${Math.round(age / 60)} min`} old. The tournament has stopped, or the clock of one computer is wrong.`;
      // It says how much time is left.
      if (state) state.hidden = age > live.oldest_seconds;
      said?.replaceChildren(age > live.oldest_seconds ? stopped : `${text} It is loaded again every ${seconds} s. `, button);
    };
    tellAge();
    setInterval(tellAge, 1000);
    setInterval(() => {
      if (isPaused || document.hidden) return;
      try {
        const hidden = arena.data.players.filter((_, player) => !arena.players.isShown(player));
        sessionStorage.setItem(KEY, JSON.stringify({ hidden, chosen: controls().map(select => select.value), scroll: scrollY }));
      } catch { /* Nothing is kept. */ }
      location.reload();
    }, seconds * 1000);
  }
}
