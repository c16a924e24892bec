'use strict';
const live = document.getElementById('live');
const { written, oldest, every } = live.dataset;
const tellAge = () => {
  const age = Math.round((Date.now() - Date.parse(written)) / 1000);
  const stopped = age > oldest ? ' Nothing is played any more, or the clock of one computer is wrong.' : '';
  live.querySelector('span').textContent = `This page is ${age < 120 ? `${age} s` : `${Math.round(age / 60)} min`} old.${stopped}`;
};
tellAge();
setInterval(tellAge, 1000);
setInterval(() => { if (!document.hidden) location.reload(); }, every * 1000);
