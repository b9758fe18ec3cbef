import { rowsOf } from '@trickle/sdk/contract';
import { document } from './document.ts';
import { isRecord, NOTE } from './noun-page.ts';
import { rowTable } from './table.ts';

export function recordsPage(): string {
  const records = Object.entries(document.components.schemas).filter(([name]) => isRecord(name));
  const parts = records.map(([name, schema]) => {
    const rows = rowsOf(schema).map((row) => ({ ...row, isRequired: false }));
    return [`## ${name}`, schema.description ?? '', rowTable('Member', rows)].join('\n\n');
  });
  const about =
    'The results of methods, with the names of the wire. Members and values that the service adds later are kept. An attribute ' +
    'without a value may be absent or null.';
  return `${[NOTE, '# Records', about, ...parts].join('\n\n')}\n`;
}
