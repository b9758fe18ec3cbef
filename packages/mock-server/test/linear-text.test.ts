// @thorough: growth with the input
import { describe, expect, it } from 'vitest';
import { stepsOf } from './steps.ts';

// Imported after the counter, which counts only functions compiled later.
const { addressesIn, isAddress } = await import('../src/email/address.ts');
const { compileEmail, compose } = await import('../src/email/compose.ts');
const { htmlTools } = await import('../src/email/html-tools.ts');
const { isTrackable, replaceUrls } = await import('../src/email/links.ts');
const { TemplateError, templateEngine } = await import('../src/email/liquid.ts');
const { appendToBody, replaceLinks, textOf, withoutTags } = await import('../src/email/markup.ts');
const { mailbox } = await import('../src/email/headers.ts');

const tools = await htmlTools();
const engine = await templateEngine();

const HTML = [
  ...[' ', '\n', '\u00a0', '<a a=1 ', '<area ', '</body ', '<a href=x>y</a>', '<pre> ', '<img alt="x">'],
  ...`< > & &amp; " ' = x </ <!-- --> <![CDATA[ ]]> <? <style <style> </style> <script <title> <textarea>`.split(
    ' ',
  ),
  ...'<div> </div> <p> </p> </x> <b></i> <br> <br/> <ul><li> <table><tr><td> </body <svg> <svg/>'.split(' '),
  ...['<a href=', '<a href="', '<blockquote>', '<h1>'],
];
const TEXT = [
  ...[' ', '\n', ' \n', '\t', 'x', '.', ',', ';', '@', '"', '<', ')'],
  ...['a@b.test ', 'http://', 'http://a.test/(', 'https://a.test/ '],
];
const LIQUID = [
  '{{ subscriber.email }}',
  '{{ a.b[c.d].e }}',
  '{{ my.x | append: y }}',
  '{{',
  '}}',
  '{%',
  '{% assign a = b %}{{ a }}',
  '{% for a in b %}{{ a }}{% endfor %}',
  '{% if a %}b{% endif %}',
  '{% raw %}',
  '{% comment %}',
  '{{ "',
  '{{ a |',
  ' {{- a -}} ',
  '{{ "<style" | strip_html }}',
  '{{ now | date: "%Y" }}',
];

const renderContext = {
  html: tools,
  scope: { subscriber: { email: 'ann@acme.test' }, b: [1] },
  clock: { now: 0, zone: 'Etc/UTC' },
  postalAddress: '1 Quay',
  urls: {
    open: 'http://t.test/o',
    unsubscribe: 'http://t.test/u',
    click: (url: string) => `http://t.test/${url.length}`,
  },
};

/** Renders an email. A rejected email is a result, too. */
function render(part: { html_body?: string; text_body?: string }, postalAddress = '1 Quay') {
  try {
    const email = compileEmail(engine, { subject: 'Ahoy', html_body: '', text_body: '', ...part });
    compose(email, { ...renderContext, postalAddress });
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
  }
}

/** Readers of untrusted text, and the parts that such text repeats. */
const readers: readonly [name: string, units: readonly string[], read: (text: string) => unknown][] = [
  ['the text of HTML', HTML, textOf],
  ['HTML without tags', HTML, withoutTags],
  ['the links of HTML', HTML, (text) => replaceLinks(text, (url) => `${url}!`)],
  ['the end of the body', HTML, (text) => appendToBody(text, '!')],
  ['the links of a string', TEXT, (text) => replaceUrls(text, (url) => (isTrackable(url) ? '!' : undefined))],
  ['addresses', TEXT, (text) => [addressesIn(text), isAddress(text), mailbox({ name: text, email: text })]],
  ['a postal address', TEXT, (text) => render({ text_body: '{{ inline_postal_address }}' }, text)],
  ['a template', LIQUID, (text) => render({ text_body: text })],
  [
    'an email',
    ['<div>', '<a href=x>y</a>', '</x>', '{{ subscriber.email }}', 'http://a.test/ '],
    (text) => render({ html_body: text }),
  ],
];

describe('doubling a string at most doubles the steps to read', () => {
  it.each(readers)('%s', (_, units, read) => {
    // Each text is different, so that no cache helps.
    const stepsFor = (unit: string, count: number, start: string) => {
      const text = `${start}${unit.repeat(count)}x`;
      return stepsOf(() => void read(text));
    };
    const slow = units.flatMap((unit) => {
      read(`a${unit.repeat(200)}x`); // work on first use is not counted
      // Other work of the process is counted as well, so the minimum of several counts is used.
      let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (const start of ['b', 'c', 'd']) {
        small = Math.min(small, stepsFor(unit, 200, start));
        large = Math.min(large, stepsFor(unit, 400, start));
        if (large <= 2.2 * small + 1000) return [];
      }
      return [`${unit}: ${small} and ${large} steps`];
    });
    expect(slow).toEqual([]);
  });

  // A counter that counts nothing would let everything pass.
  it('the test notices a quadratic reader', () => {
    const squared = (text: string) => {
      let count = 0;
      for (const one of text) for (const other of text) if (one === other) count++;
      return count;
    };
    const searched = (text: string) => [...text].map((_, i) => text.indexOf('!', i));
    for (const work of [squared, searched]) {
      const [small, large] = [200, 400].map((count) => stepsOf(() => void work('x'.repeat(count))));
      expect((large ?? 0) / (small ?? 1)).toBeGreaterThan(3);
    }
  });
});
