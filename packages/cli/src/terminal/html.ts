import { visibleLine } from '@trickle/design/terminal';
import { tokens } from '@trickle/design/tokens';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A string as text or as the value of an attribute in HTML, on one line. */
export const escapedHtml = (text: string): string =>
  visibleLine(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** A page of HTML without scripts or other files, in the colors and typefaces of the design. */
export const htmlPage = (title: string, style: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(title)}</title>
<style>${tokens()}${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
