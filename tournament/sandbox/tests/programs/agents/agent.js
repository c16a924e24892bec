const fs = require('fs');
fs.writeFileSync('x', 'BBED');
fs.copyFileSync('x', 'y');
new (require('worker_threads').Worker)("require('fs').renameSync('y', 'z')", { eval: true })
  .on('exit', () => console.log(fs.readFileSync('z', 'utf8')));
