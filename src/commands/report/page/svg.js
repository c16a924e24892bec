// Drawing: axes, scales and marks as SVG.
{
  const NAMESPACE = 'http://www.w3.org/2000/svg';
  const svg = (name, attributes = {}, ...children) => {
    const element = document.createElementNS(NAMESPACE, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  arena.svg = svg;

  // Round numbers between two values.
  const linearTicks = (low, high, most) => {
    const raw = (high - low) / most || 1;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map(factor => factor * power).find(step => step >= raw);
    const ticks = [];
    for (let tick = Math.ceil(low / step) * step; tick <= high + step * 1e-9; tick += step) ticks.push(Number(tick.toPrecision(12)));
    return ticks;
  };
  const logarithmicTicks = (low, high) => {
    const decades = Math.log10(high / low);
    const factors = decades > 3.5 ? [1] : decades > 1.5 ? [1, 3] : [1, 2, 5];
    const ticks = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
      for (const factor of factors) {
        const tick = Number((factor * 10 ** power).toPrecision(6));
        if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
      }
    }
    return ticks.length > 1 ? ticks : linearTicks(low, high, 5);
  };

  // A scale from values to places; logarithmic if the values are wide apart and all are positive.
  arena.scale = (values, from, to, { isLogarithmic = false, fromZero = false, ticks = 6 } = {}) => {
    let [low, high] = [Math.min(...values), Math.max(...values)];
    if (isLogarithmic && low > 0) {
      const margin = Math.max(1.05, (high / low) ** 0.03);
      [low, high] = [low / margin, high * margin];
      const place = value => from + (to - from) * Math.log(value / low) / Math.log(high / low);
      return { place, ticks: logarithmicTicks(low, high), isLogarithmic: true };
    }
    const margin = (high - low || Math.abs(high) || 1) * 0.05;
    low = fromZero ? Math.min(0, low) : low - margin;
    high += margin;
    return { place: value => from + (to - from) * (value - low) / (high - low), ticks: linearTicks(low, high, ticks), isLogarithmic: false };
  };

  // Lines and labels of the vertical axis, and its title above.
  arena.verticalAxis = (scale, left, right, title) => svg('g', { class: 'axis' },
    ...scale.ticks.flatMap(tick => [
      svg('line', { x1: left, x2: right, y1: scale.place(tick), y2: scale.place(tick) }),
      svg('text', { x: left - 6, y: scale.place(tick) + 4, 'text-anchor': 'end' }, arena.short(tick)),
    ]),
    svg('text', { x: 0, y: 12, class: 'axis-title' }, title + (scale.isLogarithmic ? ' (logarithmic)' : '')));

  arena.horizontalAxis = (scale, top, bottom, title, right) => svg('g', { class: 'axis' },
    ...scale.ticks.flatMap(tick => [
      svg('line', { x1: scale.place(tick), x2: scale.place(tick), y1: top, y2: bottom }),
      svg('text', { x: scale.place(tick), y: bottom + 16, 'text-anchor': 'middle' }, arena.short(tick)),
    ]),
    svg('text', { x: right, y: bottom + 34, 'text-anchor': 'end', class: 'axis-title' }, title + (scale.isLogarithmic ? ' (logarithmic)' : '')));

  // A mark of one of four shapes, so that not only the color tells players apart.
  arena.mark = (x, y, color, attributes = {}) => {
    const r = color < 0 ? 2.5 : 4;
    const shapes = [
      `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0`,
      `M${x - r},${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
      `M${x},${y - r * 1.3}l${r * 1.2},${r * 2.2}h${-2.4 * r}z`,
      `M${x},${y - r * 1.4}l${r * 1.3},${r * 1.4}l${-r * 1.3},${r * 1.4}l${-r * 1.3},${-r * 1.4}z`,
    ];
    return svg('path', { d: shapes[Math.max(0, color) % 4], class: `mark c${color}`, ...attributes });
  };

  // Moves labels apart: places in order, each at least `gap` below the one before and none beyond `bottom`.
  arena.spread = (places, gap, top, bottom) => {
    const order = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
    let last = top - gap;
    for (const label of order) last = label.place = Math.max(label.place, last + gap);
    let next = bottom + gap;
    for (const label of order.reverse()) next = label.place = Math.min(label.place, next - gap);
    const found = [];
    order.forEach(label => { found[label.index] = label.place; });
    return found;
  };

  // A name that fits: the middle of a long one is left out.
  arena.clipped = (name, most) => name.length <= most ? name : `${name.slice(0, Math.ceil(most / 2) - 1)}…${name.slice(-Math.floor(most / 2))}`;

  // A chart in a box: it is drawn again when the box changes its width, other players are shown or another choice is made. `draw` gets the
  // width and the choices, and returns the drawing, its text, and points for the pointer and the keyboard: { x, y, player, column, text }.
  arena.chart = (box, draw) => {
    const form = box.querySelector('form');
    const drawing = box.querySelector('.drawing');
    drawing.tabIndex = 0;
    drawing.setAttribute('role', 'group');
    box.append(arena.playerButtons());
    let points = [];
    let current = -1;
    let drawn = 0;
    const choices = () => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value === '' ? null : /^\d+$/.test(value) ? Number(value) : value]));
    const highlight = index => {
      current = index;
      drawing.querySelectorAll('.near').forEach(element => element.classList.remove('near'));
      const point = points[index];
      if (!point) return arena.tip('');
      drawing.querySelectorAll(`[data-player="${point.player}"]`).forEach(element => {
        element.classList.add('near');
        if (element.parentNode.classList.contains('lines')) element.parentNode.append(element);
      });
      const frame = drawing.getBoundingClientRect();
      arena.tip(point.text, frame.left + point.x, frame.top + point.y);
    };
    const redraw = () => {
      const width = Math.floor(drawing.getBoundingClientRect().width);
      if (width < 50) return;
      const chart = draw(width, choices());
      points = chart.points;
      current = -1;
      drawn = width;
      drawing.setAttribute('aria-label', `${chart.text} Arrow keys read the values.`);
      chart.svg.setAttribute('aria-hidden', 'true');
      drawing.replaceChildren(chart.svg);
    };
    drawing.addEventListener('pointermove', event => {
      const frame = drawing.getBoundingClientRect();
      const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
      let [best, least] = [-1, 40 * 40];
      points.forEach((point, index) => {
        const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
        if (distance < least) [best, least] = [index, distance];
      });
      highlight(best);
    });
    drawing.addEventListener('pointerleave', () => highlight(-1));
    drawing.addEventListener('blur', () => highlight(-1));
    drawing.addEventListener('keydown', event => {
      const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
      if (event.key === 'Escape') return highlight(-1);
      if (!step || !points.length) return;
      event.preventDefault();
      const now = points[current];
      let next = 0;
      if (now && step[0]) {
        const own = points.filter(point => point.player === now.player).sort((a, b) => a.column - b.column);
        next = points.indexOf(own[(own.indexOf(now) + step[0] + own.length) % own.length]);
      } else if (now) {
        const beside = points.filter(point => point.column === now.column).sort((a, b) => a.y - b.y);
        next = points.indexOf(beside[(beside.indexOf(now) + step[1] + beside.length) % beside.length]);
      }
      highlight(next);
      arena.say(points[next].text);
    });
    form.addEventListener('change', redraw);
    form.addEventListener('submit', event => event.preventDefault());
    arena.players.watch(redraw);
    redraw();
    new ResizeObserver(() => { if (Math.floor(drawing.getBoundingClientRect().width) !== drawn) redraw(); }).observe(drawing);
  };
}
