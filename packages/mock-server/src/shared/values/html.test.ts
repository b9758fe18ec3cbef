import { expect, it } from 'vitest';
import { json } from './html.ts';

it('names of members are bold in formatted JSON, and text is escaped', () => {
  const value = { 'a "b"': '<i>: "c"', list: ['"d": e'] };
  expect(json(value).html.split('\n')).toEqual([
    '{',
    '  <b>&quot;a \\&quot;b\\&quot;&quot;</b>: &quot;&lt;i&gt;: \\&quot;c\\&quot;&quot;,',
    '  <b>&quot;list&quot;</b>: [',
    '    &quot;\\&quot;d\\&quot;: e&quot;',
    '  ]',
    '}',
  ]);
});
