import { comments, components } from '../openapi/schemas.ts';
import { membersOf } from './members.ts';
import { isRecord, NOTE } from './noun-page.ts';
import { table } from './table.ts';

/** The page of all records that methods give. */
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
    'What methods give, in the names of the wire. A record keeps members that the service adds later, and of the values ' +
    'that are named here others may come: both pass through. Texts may be absent or null where there is no value.';
  return `${[NOTE, '# Records', about, ...parts].join('\n\n')}\n`;
}
