const WIDTH = 110;

/** A statement in lines of at most 110 characters, broken after commas and indented. */
export function filled(statement: string): string {
  const [first = '', ...others] = statement.split(/(?<=,) (?!\s)/);
  const lines = [first];
  for (const part of others) {
    const last = lines.at(-1) ?? '';
    if (last.length + 1 + part.length <= WIDTH) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(`  ${part}`);
  }
  return lines.join('\n');
}
