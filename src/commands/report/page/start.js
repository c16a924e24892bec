// Fills the parts of the page.
{
  if (arena.data.sizes.length > 1) arena.part('one-player', arena.onePlayer);
  arena.part('growth', box => arena.chart(box, arena.drawGrowth));
  arena.part('distribution', box => arena.chart(box, arena.drawDistribution));
  arena.part('frontier', box => arena.chart(box, arena.drawFrontier));
  if (arena.data.replays) arena.part('replay', arena.replay);

  // A page of a tournament that is being played is loaded again. What was chosen stays.
  const seconds = arena.data.reload_seconds;
  if (seconds) {
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
    document.getElementById('live')?.append(` This page is loaded again every ${seconds} s. `, button);
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
