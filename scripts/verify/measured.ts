// Runs Node.js with arguments, and writes the processor time of it and of everything that it started into a file, in
// seconds: `node scripts/verify/measured.ts <file> <arguments>`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [file = '', ...command] = process.argv.slice(2);
const child = spawn(process.execPath, command, { stdio: 'inherit' });
const [status] = await once(child, 'close');
// Only Linux tells. These are the times of children that have ended, and of theirs, in hundredths of a second.
if (existsSync('/proc/self/stat')) {
  const fields = readFileSync('/proc/self/stat', 'utf8').replace(/.*\) /, '').split(' ');
  const [user = '', system = ''] = fields.slice(13, 15);
  writeFileSync(file, String((Number(user) + Number(system)) / 100));
}
process.exitCode = status ?? 1;
