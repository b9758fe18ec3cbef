import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * A script that defines `axe`. Before each rule, axe pauses with `setTimeout(…, 0)`, which takes half a second per run with
 * Playwright's clock. Here, it pauses with messages instead, which arrive at once.
 */
export const AXE = `((setTimeout) => { ${source} })((() => {
  const { port1, port2 } = new MessageChannel();
  const waiting = [];
  port1.onmessage = () => waiting.shift()();
  return (run, time) => (time ? window.setTimeout(run, time) : (waiting.push(run), port2.postMessage(0)));
})())`;

/** The rules about colors. The other theme of a page cannot break any others. */
export const COLOR_RULES: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** The violations that axe finds on a page, by all rules including best practices, or by some. */
export async function violationsOn(
  page: Page,
  {
    rules,
    exclude = [],
  }: { readonly rules?: readonly string[] | undefined; readonly exclude?: string[] } = {},
): Promise<string[]> {
  // Injected once per page, since it is half a megabyte, and through the debugger, which the page's policy does not
  // restrict.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  // Only the violations leave the page, since drivers convert large results slowly.
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const run = `axe.run(${JSON.stringify({ exclude })}, ${options}).then(({ violations }) => violations)`;
  const violations = (await page.evaluate(run)) as axe.Result[]; // what axe.run() resolves with
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${page.url()} ${id}: ${target.join(' ')} ${failureSummary}`),
  );
}
