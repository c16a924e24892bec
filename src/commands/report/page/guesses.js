// The distribution of guesses, and guesses against CPU time.
{
  const { data, svg, fixed } = arena;
  const ROW = 30;

  const counts = new Map((data.distributions ?? []).map(([player, scsa, size, first, rounds, lost]) =>
    [`${player},${scsa},${size}`, { first, rounds, lost }]));

  // The rounds of a player by guesses, against one codemaker or all.
  const distribution = (player, scsa, size) => {
    const scsas = scsa === null ? data.scsas.map((_, index) => index) : [scsa];
    const sums = [];
    let [lost, found] = [0, false];
    for (const one of scsas) {
      const match = counts.get(`${player},${one},${size}`);
      if (!match) continue;
      found = true;
      lost += match.lost;
      match.rounds.forEach((rounds, index) => { sums[match.first + index] = (sums[match.first + index] ?? 0) + rounds; });
    }
    if (!found) return null;
    const won = sums.reduce((sum, rounds) => sum + (rounds ?? 0), 0);
    // The number of guesses within which that part of the rounds was won.
    const quantile = part => {
      let seen = 0;
      return sums.findIndex(rounds => (seen += rounds ?? 0) >= part * won && seen > 0);
    };
    const total = won + lost;
    // A median among the rounds that were not won is not known.
    const median = 2 * won > total ? quantile(0.5 * total / won) : null;
    return { player, sums, won, lost, total, quantile, median };
  };

  arena.drawDistribution = (width, { size, scsa = null }) => {
    const rows = arena.players.shown().map(player => distribution(player, scsa, size)).filter(row => row?.total);
    const isNarrow = width < 600;
    const left = isNarrow ? 8 : Math.min(190, 16 + 7.2 * Math.max(0, ...rows.map(row => data.players[row.player].length)));
    const rowHeight = isNarrow ? ROW + 14 : ROW;
    const top = 8;
    const bottom = top + rows.length * rowHeight;
    const height = bottom + 42;
    const root = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}` });
    const won = rows.filter(row => row.won);
    if (!won.length) {
      root.append(svg('text', { x: 8, y: 30 }, 'No player that is shown won a round here.'));
      return { svg: root, points: [], text: 'An empty chart.' };
    }
    const least = Math.min(...won.map(row => row.sums.findIndex(rounds => rounds > 0)));
    // Players that hardly win, and the last hundredth of a player, do not make the axis longer.
    const usual = won.filter(row => row.won >= row.lost);
    const high = Math.max(...(usual.length ? usual : won).map(row => row.quantile(0.99))) + 1;
    const low = Math.min(least, high);
    const right = width - 76;
    const bin = Math.max(1, Math.ceil((high - low + 1) / Math.max(10, Math.min(80, (right - left) / 6))));
    const bins = Math.ceil((high - low + 1) / bin);
    const step = (right - left) / bins;
    const x = guesses => left + (guesses - low + 0.5) / bin * step;
    const scale = arena.scale([low, high], x(low), x(high), {});
    const ticks = [...new Set(scale.ticks.map(Math.round))].filter(tick => tick >= low && tick <= high);
    root.append(arena.horizontalAxis({ ticks, place: x }, top, bottom, 'guesses of the rounds won', right));
    const points = [];
    // One scale for all rows: the bars of a player that wins few rounds are low.
    const all = rows.map(row => Array.from({ length: bins }, (_, place) => {
      let sum = 0;
      for (let guesses = low + place * bin; guesses < low + (place + 1) * bin; guesses++) sum += row.sums[guesses] ?? 0;
      return sum / row.total;
    }));
    const most = Math.max(...all.flat());
    rows.forEach((row, index) => {
      const base = top + (index + 1) * rowHeight - 3;
      const shares = all[index];
      const color = arena.players.color(row.player);
      const group = svg('g', { class: `bars c${color}`, 'data-player': row.player });
      const name = data.players[row.player];
      group.append(isNarrow
        ? svg('text', { x: left, y: base - ROW + 4, class: 'label' }, arena.clipped(name, 40))
        : svg('text', { x: left - 8, y: base - 6, 'text-anchor': 'end', class: 'label' }, arena.clipped(name, 25)));
      shares.forEach((share, place) => {
        if (!share) return;
        const tall = Math.max(1, (ROW - 8) * share / most);
        const from = low + place * bin;
        const range = bin === 1 ? counted(from) : `${from} to ${counted(from + bin - 1)}`;
        group.append(svg('rect', { x: (left + place * step + 0.5).toFixed(1), y: (base - tall).toFixed(1), width: Math.max(1, step - 1).toFixed(1), height: tall.toFixed(1) }));
        points.push({ x: left + (place + 0.5) * step, y: base - tall / 2, player: row.player, column: place,
          text: `${name}: ${fixed(100 * share, 1)} % of the rounds in ${range}` });
      });
      group.append(svg('line', { x1: left, x2: right, y1: base, y2: base, class: 'base' }));
      if (row.median !== null && row.median <= high) {
        group.append(svg('path', { d: `M${x(row.median) - 4},${base + 3}h8l-4,-6z`, class: 'median' }));
      }
      const beyond = row.sums.reduce((sum, rounds, guesses) => sum + (guesses >= low + bins * bin ? rounds : 0), 0);
      const rest = [beyond && `+${beyond}`, row.lost && `✗${row.lost}`].filter(text => text).join(' ');
      group.append(svg('text', { x: right + 4, y: base - 4, class: 'rest' }, rest));
      root.append(group);
    });
    const of = scsa === null ? 'all codemakers' : data.scsas[scsa];
    return { svg: root, points, text: `Chart: how many rounds took how many guesses at ${data.sizes[size]} against ${of}, a row for each of ${rows.length} players. ▴ is the median of all rounds, + the rounds beyond the axis, ✗ the rounds not won.` };
  };
  const counted = guesses => guesses === 1 ? '1 guess' : `${guesses} guesses`;

  arena.drawFrontier = (width, { size = null, scsa = null }) => {
    // At one size the matches that anybody played there; over all sizes those that all players with a mean played.
    const played = size === null ? data.guess_matches : data.scsas.map((_, one) => [one, size])
      .filter(([one]) => data.players.some((_, player) => arena.cell(player, one, size)?.rounds));
    const scope = played.filter(([oneScsa]) => scsa === null || oneScsa === scsa);
    const mean = (player, key) => {
      const cells = scope.map(([oneScsa, oneSize]) => arena.cell(player, oneScsa, oneSize));
      const values = cells.map(cell => cell?.[key] ?? null).filter(value => value !== null);
      // Not every match is timed.
      if (!values.length || key === 'guesses' && values.length < cells.length) return null;
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    const count = (player, key) => scope.reduce((sum, [oneScsa, oneSize]) => sum + (arena.cell(player, oneScsa, oneSize)?.[key] ?? 0), 0);
    const found = arena.players.shown().filter(player => player < data.ranked && count(player, 'wins') > 0)
      .map(player => ({
        player, time: mean(player, 'time'), guesses: mean(player, 'guesses'), color: arena.players.color(player),
        bound: count(player, 'wins') < count(player, 'rounds') ? '≥ ' : '',
      }))
      .filter(({ time, guesses }) => time > 0 && guesses !== null);
    const isNarrow = width < 600;
    const height = isNarrow ? 340 : 440;
    const [left, right, top, bottom] = [52, width - (isNarrow ? 16 : 40), 28, height - 46];
    const root = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}` });
    if (!found.length) {
      root.append(svg('text', { x: 8, y: 30 }, 'No player that is shown won a round here and was timed.'));
      return { svg: root, points: [], text: 'An empty chart.' };
    }
    const guesses = found.map(one => one.guesses);
    const y = arena.scale(guesses, bottom, top, { isLogarithmic: Math.min(...guesses) > 0 && Math.max(...guesses) >= 8 * Math.min(...guesses) });
    const x = arena.scale(found.map(one => one.time), left + 10, right - 10, { isLogarithmic: true });
    root.append(arena.verticalAxis(y, left, right, 'Mean guesses'));
    root.append(arena.horizontalAxis(x, top, bottom, 'CPU time a guess, µs', right));
    const isOn = one => !found.some(other => other.time <= one.time && other.guesses <= one.guesses && (other.time < one.time || other.guesses < one.guesses));
    const frontier = found.filter(isOn).sort((a, b) => a.time - b.time);
    let path = '';
    frontier.forEach((one, index) => {
      const [px, py] = [x.place(one.time), y.place(one.guesses)];
      path += index ? `H${px.toFixed(1)}V${py.toFixed(1)}` : `M${px.toFixed(1)},${top}V${py.toFixed(1)}`;
    });
    root.append(svg('path', { d: `${path}H${right}`, class: 'frontier' }));
    const points = [];
    for (const { player, time, guesses, color, bound } of [...found].sort((a, b) => (a.color >= 0) - (b.color >= 0))) {
      const [px, py] = [x.place(time), y.place(guesses)];
      root.append(svg('g', { class: `line c${color}`, 'data-player': player }, arena.mark(px, py, color)));
      const on = frontier.some(one => one.player === player) ? ', on the frontier' : '';
      points.push({ x: px, y: py, player, column: 0, text: `${data.players[player]}: ${bound}${fixed(guesses, 2)} guesses, ${arena.short(time)} µs a guess${on}` });
    }
    points.sort((a, b) => a.x - b.x).forEach((point, index) => { point.column = index; });
    // Labels of the frontier and of colored players, where they do not cover each other.
    const taken = found.map(one => [x.place(one.time) - 4, y.place(one.guesses) - 4, 8, 8]);
    const labelled = [...frontier, ...found.filter(one => one.color >= 0 && !frontier.includes(one))];
    for (const one of labelled) {
      const name = arena.clipped(data.players[one.player], 24);
      const wide = name.length * 7 + 4;
      const [px, py] = [x.place(one.time), y.place(one.guesses)];
      const places = [[px + 6, py - 19], [px - 6 - wide, py + 4], [px + 6, py + 4], [px - 6 - wide, py - 19], [px + 8, py - 7], [px - 8 - wide, py - 7]];
      const isFree = ([lx, ly]) => lx > left && lx + wide < width && ly > top - 14 && ly + 14 < bottom
        && !taken.some(([ox, oy, ow, oh]) => lx < ox + ow && lx + wide > ox && ly < oy + oh && ly + 14 > oy);
      const place = places.find(isFree);
      if (!place) continue;
      taken.push([place[0], place[1], wide, 14]);
      root.append(svg('text', { x: place[0], y: place[1] + 12, class: `label c${one.color}`, 'data-player': one.player }, name));
    }
    return { svg: root, points, text: `Chart: mean guesses against CPU time a guess, a mark for each of ${found.length} players; the line is the frontier.` };
  };
}
