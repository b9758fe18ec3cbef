import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { scenarios } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';

const seed = mailingAccount({ forms: [{ id: '77', headline: 'News', tags: ['reader'] }] });

scenarios('the hidden input that only programs fill in', (start) => {
  // U-26
  it.each([
    ['urlencoded', () => new URLSearchParams()],
    ['multipart', () => new FormData()],
  ] as const)('a form submission sent as %s with a value in it is stored as suspicious', async (_, open) => {
    await using server = await start({ seed });
    const submit = async (values: Record<string, string>) => {
      const body = open();
      for (const [name, value] of Object.entries(values)) body.append(name, value);
      const url = `${server.url}/forms/77/submissions`;
      const response = await server.fetch(new Request(url, { method: 'POST', body }));
      return [response.status, (await response.text()).replaceAll(/[0-9a-f]{32}/g, '')];
    };
    const trapped = await submit({ 'fields[email]': 'cy@acme.test', q7x: 'https://spam.test' });
    expect(trapped).toEqual(await submit({ 'fields[email]': 'dee@acme.test', website: 'x', q7x: '' }));
    expect(await server.subscriber('cy@acme.test')).toMatchObject({ tags: ['reader', 'suspicious'] });
    expect(await server.subscriber('dee@acme.test')).toMatchObject({ tags: ['reader'] });
    expect(await server.formSubmissions()).toHaveLength(2);
  });

  it('it is the same in the page of a form and in all markup to copy, and marked to be left empty', async () => {
    await using server = await start({ seed });
    const copied = ['packages/browser-script/FORMS.md', 'examples/page-with-forms/page.html'].map((file) =>
      readFile(new URL(`../../../${file}`, import.meta.url), 'utf8'),
    );
    for (const text of [(await server.get('/forms/77')).text, ...(await Promise.all(copied))]) {
      const inputs = text.match(/<input[^>]*tabindex="-1"[^>]*>/g) ?? [];
      expect(inputs.map((input) => input.replaceAll(/\s+/g, ' '))).toEqual([
        '<input name="q7x" tabindex="-1" autocomplete="off" data-1p-ignore data-bwignore data-lpignore="true" data-form-type="other">',
      ]);
    }
  });
});
