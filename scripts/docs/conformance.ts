// Writes docs/conformance.md, the rows of the interface with their proofs: `npm run generate`. Lists missing
// proofs, and exits with 1 if there are any.
import { writeFileSync } from 'node:fs';
import { report } from './conformance/report.ts';

const { markdown, unproven, mistakes } = report();
writeFileSync(new URL('../../docs/conformance.md', import.meta.url), markdown);
for (const mistake of mistakes) console.log(mistake);
for (const row of unproven) console.log(`no proof: ${row}`);
console.log(`${unproven.length} rows without proof, ${mistakes.length} mistakes.`);
process.exitCode = unproven.length + mistakes.length > 0 ? 1 : 0;
