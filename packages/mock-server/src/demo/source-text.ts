/** Writes a value as a JavaScript literal, the way one would type it. */
function literalOf(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((one) => literalOf(one, inner))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${nameOf(name)}: ${literalOf(one, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const short = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (short.length + indent.length <= 64 && !short.includes('\n')) return short;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

/** Writes a call of an SDK method, such as `await client.tags.apply({ … })`. */
export const callOf = (method: string, args: readonly unknown[]): string =>
  `await client.${method}(${args.map((one) => literalOf(one)).join(', ')});`;

const nameOf = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : literalOf(name));
