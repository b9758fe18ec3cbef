// @thorough: one page in all its states
import { expect, isReady, open, test } from './inspected.ts';
import { closeHostileServer, hostileServer, ROUTES } from './routes.ts';

test.afterAll(closeHostileServer);

/** Fingers need this many pixels. */
const SIZE = 44;

/** The targets on a page that are too small for a finger. Links within a sentence are as high as its lines. */
function smallTargets(size: number): string[] {
  const isInSentence = (element: Element) =>
    element.matches('a') &&
    getComputedStyle(element).display === 'inline' &&
    element.parentElement?.textContent?.trim() !== element.textContent?.trim();
  /** What reacts to a touch: a whole row, or the label of a box. */
  const areaOf = (element: Element) =>
    (element.closest(element.matches('.row-link') ? 'tr' : 'label') ?? element).getBoundingClientRect();
  return [...document.querySelectorAll('a[href], button, select, summary, input, textarea')]
    .filter((element) => element.checkVisibility() && !element.matches('.hidden-visually, .skip'))
    .filter((element) => !isInSentence(element))
    .filter((element) => {
      const { width, height } = areaOf(element);
      return width > 0 && (Math.round(width) < size || Math.round(height) < size);
    })
    .map((element) => {
      const { width, height } = areaOf(element);
      return `${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`;
    });
}

test('on a phone, every button and every link outside a sentence is large enough for fingers', async ({
  page,
}) => {
  const { inspected, ids } = await hostileServer();
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `${inspected.url}/_inspector`);
  const small: string[] = [];
  for (const [title, path] of ROUTES) {
    await page.goto(`${inspected.url}/_inspector${path(ids)}`);
    await isReady(page);
    small.push(...(await page.evaluate(smallTargets, SIZE)).map((target) => `${title} ${target}`));
  }
  expect(small).toEqual([]);
});
