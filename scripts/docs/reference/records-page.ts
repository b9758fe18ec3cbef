import { comments, components } from '../openapi/schemas.ts';
import { membersOf } from './members.ts';
import { isRecord, NOTE } from './noun-page.ts';
import { table } from './table.ts';

/** The page of all records in results. */
export function recordsPage(): string {
  const records = Object.entries(components()).filter(
    ([name]) => isRecord(name) && !/(?:Body|Seed)$|^ErrorEntry$/.test(name),
  );
  const parts = records.map(([name, schema]) => {
    const members = membersOf(schema, comments[name]).map((member) => [
      `\`${member.name}\``,
      member.type,
      member.text,
    ]);
    return [`## ${name}`, comments[name]?.text ?? '', table(['Member', 'Type', ''], members)].join('\n\n');
  });
  const about =
    'The results of methods, with the names of the wire. Members and values that the service adds later are kept. A text ' +
    'without a value may be absent or null.';
  return `${[NOTE, '# Records', about, ...parts].join('\n\n')}\n`;
}
