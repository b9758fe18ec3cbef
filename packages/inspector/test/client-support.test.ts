import { expect, test } from 'vitest';
import { findUnsupported } from '../src/pages/outbox/client-support.ts';

/** The output of the check: title, clients, line. */
const findingsIn = (html: string) =>
  findUnsupported(html).map(({ title, missing, partial, line, more }) => ({
    ...{ title, missing, partial, line },
    ...(more > 0 && { more }),
  }));

const EMAIL = `<!doctype html>
<style>
  /* Fonts: @supports, gap: 1px */
  @font-face { font-family: Acme; src: url(https://acme.test/acme.woff2) }
  .row { display: flex }
</style>
<div class="row">
  <video src="https://acme.test/film.mp4"></video>
  <p style="color: red">Hi</p>
</div>
<div
  style="display:flex">Bye</div>`;

test('an email with a flexbox, a video and a web font has the clients that lack them, by line', () => {
  expect(findingsIn(EMAIL)).toEqual([
    {
      title: '@font-face',
      missing: ['Gmail', 'Outlook.com', 'Yahoo'],
      partial: ['Outlook on Windows'],
      line: 4,
    },
    { title: 'display:flex', missing: ['Outlook on Windows'], partial: ['Gmail'], line: 5, more: 1 },
    {
      title: '<video> element',
      missing: ['Gmail', 'Outlook on Windows', 'Outlook.com', 'Yahoo'],
      partial: ['Apple Mail'],
      line: 8,
    },
    { title: '<style> element', missing: [], partial: ['Gmail', 'Outlook on Windows'], line: 2 },
  ]);
});

test('features that major clients support are not mentioned', () => {
  expect(findingsIn('<p style="color: red">Hi <a href="https://acme.test/?gap:1px">there</a></p>')).toEqual(
    [],
  );
  expect(findingsIn('<img src="https://acme.test/1.gif" width="1" height="1" alt="">')).toEqual([]);
  expect(findingsIn('')).toEqual([]);
});

test.each([
  ['<FORM>', '<form> element'],
  ['<input type=checkbox>', '<input type="checkbox"> element'],
  ["<p title='>' popover>", 'popover attribute'],
  ['<nav>', 'HTML5 semantics'],
  ['<img src="https://acme.test/logo.svg?1">', 'SVG image format'],
  [
    '<style>@media (prefers-color-scheme: dark) { p { color: red } }</style>',
    '@media (prefers-color-scheme)',
  ],
  ['<style>a:hover { color: red }</style>', ':hover'],
  ['<p style="width: calc(1px + 2px)">', 'CSS calc() function'],
  ['<p style="color: var(--red)">', 'CSS Variables (Custom Properties)'],
  ['<p style="font-size: 2VW">', 'vw unit'],
  ['<p style="margin-top: 1px">', 'margin'],
  ['<p style="row-gap: 1px">', 'gap, column-gap, row-gap'],
  ['<p style="color: red !important">', '!important keyword'],
  ['<p style="display: flex !important">', 'display:flex'],
  ['<style>p { grid-template-columns: 1fr', 'grid-template-* properties'],
])('%s uses a feature', (html, title) => {
  expect(findingsIn(html).map((finding) => finding.title)).toContain(title);
});

test('comments, text and the values of other attributes use no feature', () => {
  const css = '/* p { gap: 1px } */';
  const html = `<!-- <video> --><style>${css}</style><p title="<form> display:flex">video < gap: 1px</p>`;
  expect(findingsIn(html).map(({ title }) => title)).toEqual(['<style> element']);
});

test('nothing that is left open takes more than linear time', () => {
  for (const part of ['<!--', '<a "', "<a '", '<style>', '<style>/*', '<a a', '<a a=', 'p{a:', '@media(']) {
    const text = part.repeat(100_000); // a test of quadratic time would not end
    for (const html of [text, `<style>${text}`]) expect(findingsIn(html).length, part).toBeLessThan(3);
  }
});
