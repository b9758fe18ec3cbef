/** What entities in HTML say; others stay as they are. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Text out of HTML's entities. */
export const unescapeHtml = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (entity, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? entity;
    const point = decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : entity;
  });

const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML shows it. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => SPECIAL[character] ?? '');

/** What someone reads who is shown no HTML: text with line breaks where blocks end, and the targets of links. */
export function textOf(html: string): string {
  const text = html
    .replaceAll(/<(style|script|head|title)\b[^>]*>.*?<\/\1\s*>/gis, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /<a\s[^<>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')[^<>]*>(.*?)<\/a\s*>/gis,
      (_, one, other, label) => linkText(String(one ?? other), String(label)),
    )
    .replaceAll(/<(?:br|hr)\b[^>]*>|<\/?(?:p|div|h[1-6]|tr|table|ul|ol|blockquote)\b[^>]*>|<\/li\s*>/gi, '\n')
    .replaceAll(/<li\b[^>]*>/gi, '- ')
    .replaceAll(/<[^>]*>/g, '');
  const lines = unescapeHtml(text)
    .split('\n')
    .map((line) => line.trim());
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function linkText(target: string, label: string): string {
  const shown = label.replaceAll(/<[^>]*>/g, '').trim();
  return shown === '' || shown === target ? target : `${shown} (${target})`;
}
