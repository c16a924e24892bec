// Growth with the size, and the scores of one player.
{
  const { data, svg, make, fixed } = arena;
  const MEASURES = {
    guesses: { name: 'Mean guesses', decimals: 2, value: cell => cell.guesses, error: cell => cell.guessesError },
    points: {
      name: 'Points a round', decimals: 3,
      value: cell => cell.rounds ? cell.score / cell.scored : null,
      error: cell => cell.rounds && cell.scoreError !== null ? cell.scoreError / cell.scored : null,
    },
    time: { name: 'CPU time a guess, µs', decimals: 2, value: cell => cell.time, error: cell => cell.timeError },
  };
  arena.measures = MEASURES;

  // The codemakers that somebody played at a size.
  const played = data.sizes.map((_, size) => data.scsas.map((_, scsa) => scsa).filter(scsa =>
    data.players.some((_, player) => arena.cell(player, scsa, size)?.rounds > 0)));

  // The mean over codemakers of a player at a size, and half of its 95 % interval; null if a match is missing. Without a codemaker, over
  // all of them.
  arena.mean = (measure, player, scsa, size) => {
    const { value, error } = MEASURES[measure];
    const scsas = scsa === null ? played[size] : [scsa];
    let [sum, squares, isWhole, isBound] = [0, 0, true, false];
    for (const one of scsas) {
      const cell = arena.cell(player, one, size);
      const number = cell ? value(cell) : null;
      if (number === null) return null;
      sum += number;
      const deviation = error(cell);
      isWhole &&= deviation !== null;
      squares += (deviation ?? 0) ** 2;
      isBound ||= measure === 'guesses' && cell.wins < cell.rounds;
    }
    if (!scsas.length) return null;
    return { mean: sum / scsas.length, isBound, half: isWhole ? 1.96 * Math.sqrt(squares) / scsas.length : null };
  };
  arena.withHalf = ({ mean, half, isBound }, decimals) =>
    `${isBound ? '≥ ' : ''}${fixed(mean, decimals)}${half === null ? '' : ` ± ${fixed(half, decimals)}`}`;

  const draw = (width, { measure, scsa = null }) => {
    const { name, decimals } = MEASURES[measure];
    const players = arena.players.shown();
    const series = players.map(player => ({
      player,
      color: arena.players.color(player),
      values: data.sizes.map((_, size) => arena.mean(measure, player, scsa, size)),
    })).filter(one => one.values.some(value => value));
    const sizes = data.sizes.map((_, size) => size).filter(size => series.some(one => one.values[size]));
    const isNarrow = width < 600;
    const height = isNarrow ? 320 : 420;
    const longest = Math.max(0, ...series.filter(one => one.color >= 0).map(one => data.players[one.player].length));
    const [left, top, bottom] = [52, 28, height - 42];
    const right = isNarrow ? width - 12 : width - 24 - Math.min(26, longest) * 7.2;
    const root = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}` });
    if (!sizes.length) {
      root.append(svg('text', { x: 8, y: 30 }, 'No player that is shown has a value here.'));
      return { svg: root, points: [], text: 'An empty chart.' };
    }
    const values = series.flatMap(one => one.values).filter(value => value).map(value => value.mean);
    const isWide = Math.min(...values) > 0 && Math.max(...values) >= 8 * Math.min(...values);
    const y = arena.scale(values, bottom, top, { isLogarithmic: isWide });
    const x = column => sizes.length === 1 ? (left + right) / 2 : left + 16 + (right - left - 32) * column / (sizes.length - 1);
    root.append(arena.verticalAxis(y, left, right, name));
    root.append(svg('g', { class: 'axis' }, ...sizes.map((size, column) =>
      svg('text', { x: x(column), y: bottom + 18, 'text-anchor': 'middle' }, data.sizes[size])),
      svg('text', { x: right, y: height - 4, 'text-anchor': 'end', class: 'axis-title' }, 'size (pegs x colors)')));
    const lines = svg('g', { class: 'lines' });
    const points = [];
    // Gray lines come first, so that colored ones are above them.
    for (const { player, color, values } of [...series].sort((a, b) => (a.color >= 0) - (b.color >= 0) || b.color - a.color)) {
      const places = sizes.map((size, column) => values[size] && [x(column), y.place(values[size].mean), size, column]);
      const group = svg('g', { class: `line c${color}`, 'data-player': player });
      let path = '';
      places.forEach((place, column) => { if (place) path += `${places[column - 1] ? 'L' : 'M'}${place[0].toFixed(1)},${place[1].toFixed(1)}`; });
      group.append(svg('path', { d: path, fill: 'none' }));
      for (const place of places.filter(place => place)) {
        const value = values[place[2]];
        if (color >= 0 && value.half) {
          const [low, high] = [value.mean - value.half, value.mean + value.half].map(end => y.place(y.isLogarithmic ? Math.max(end, value.mean / 10) : end));
          group.append(svg('line', { x1: place[0], x2: place[0], y1: low, y2: high, class: 'range' }));
        }
        group.append(arena.mark(place[0], place[1], color));
        points.push({ x: place[0], y: place[1], player, column: place[3],
          text: `${data.players[player]} at ${data.sizes[place[2]]}: ${arena.withHalf(value, decimals)}` });
      }
      lines.append(group);
    }
    root.append(lines);
    if (!isNarrow) {
      const ends = series.filter(one => one.color >= 0).map(one => {
        const last = sizes.findLastIndex(size => one.values[size]);
        return { ...one, x: x(last), y: y.place(one.values[sizes[last]].mean), isAtEnd: last === sizes.length - 1 };
      }).filter(one => one.isAtEnd);
      arena.spread(ends.map(end => end.y), 15, top, bottom + 6).forEach((place, index) => {
        const end = ends[index];
        root.append(svg('path', { d: `M${end.x + 6},${end.y}L${right + 2},${place}`, class: 'leader' }));
        root.append(svg('text', { x: right + 6, y: place + 4, class: `label c${end.color}`, 'data-player': end.player }, arena.clipped(data.players[end.player], 26)));
      });
    }
    const of = scsa === null ? 'the mean over all codemakers' : data.scsas[scsa];
    return { svg: root, points, text: `Chart: ${name} by size, ${of}, a line for each of ${series.length} players.` };
  };
  arena.drawGrowth = draw;

  // The scores of one player: a row for each codemaker, a column for each size.
  arena.onePlayer = box => {
    const best = new Map();
    for (const [scsa] of data.scsas.entries()) {
      for (const [size] of data.sizes.entries()) {
        const points = data.players.map((_, player) => arena.cell(player, scsa, size)).filter(cell => cell?.rounds).map(cell => cell.score / cell.scored);
        best.set(`${scsa},${size}`, Math.max(0, ...points));
      }
    }
    const place = make('div', { class: 'scroll', role: 'region', tabindex: 0 });
    const show = player => {
      const heading = text => make('th', { scope: 'col' }, text);
      const cell = (scsa, size) => {
        const found = arena.cell(player, scsa, size);
        if (!found?.rounds) return make('td', {}, found ? (found.scored ? '0.00' : 'n/a') : '–');
        const most = best.get(`${scsa},${size}`);
        const share = most > 0 ? Math.max(0, Math.round(100 * found.score / found.scored / most)) : 0;
        return make('td', { class: `heat${found.score / found.scored === most ? ' best' : ''}`, style: `--v:${share}` }, fixed(found.score, 2));
      };
      const name = `SCORE of ${data.players[player]} by codemaker and size`;
      place.setAttribute('aria-label', name);
      const table = make('table', { class: 'scores sortable' },
        make('caption', {}, make('span', {}, name)),
        make('thead', {}, make('tr', {}, make('th', { scope: 'col', class: 'name' }, 'codemaker'), ...data.sizes.map(heading))),
        make('tbody', {}, ...data.scsas.map((scsa, index) => make('tr', {},
          make('th', { scope: 'row', class: 'name' }, scsa), ...data.sizes.map((_, size) => cell(index, size))))));
      arena.makeSortable(table);
      place.replaceChildren(table);
    };
    const select = make('select', { change: () => show(Number(select.value)) }, ...data.players.map((name, index) => make('option', { value: index }, name)));
    box.append(make('p', { class: 'controls' }, make('label', {}, 'One player at all sizes ', select)), place);
    show(0);
  };
}
