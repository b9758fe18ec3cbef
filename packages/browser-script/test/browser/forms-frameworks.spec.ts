// @thorough: a form in all its states
// @chromium: what frameworks do to elements; forms-places.spec.ts does it in every engine
import { createElement, REACT, renderToString } from './libraries.ts';
import { expect, letters, test } from './shop.ts';

/* Places that a framework has made: the script must neither change nor remove what the framework owns. */

/** An application whose fallback changes. `show(step)` renders a step. */
const App = `({ name }) => {
  const [step, setStep] = React.useState(0);
  window.show = setStep;
  const h = React.createElement;
  const fallback = [
    h('a', { key: 'a', href: '#subscribe' }, 'Subscribe'),
    [h('p', { key: 'p' }, 'Loading'), h('a', { key: 'a', href: '#later' }, 'Later')],
    null,
    'Only text',
  ][step % 4];
  return h('div', null, h('h2', null, 'Step ' + step),
    step < 8 && h(name, { 'data-drip-embedded-form': '77' }, fallback), h('p', { id: 'last' }, 'Last'));
}`;

const start = (name: string, method: 'createRoot' | 'hydrateRoot') => `
  const root = document.querySelector('#app');
  const app = React.createElement(${App}, { name: '${name}' });
  ${method === 'createRoot' ? 'ReactDOM.createRoot(root).render(app)' : 'ReactDOM.hydrateRoot(root, app)'};`;

const forms = [letters({ orientation: 'embedded' })];

// U-251
test('React changes and removes the contents of a place', async ({ shop, page }) => {
  const email = page.getByLabel('Email');
  const change = async (name: string) => {
    await shop.open({ forms, head: REACT, body: '<div id="app"></div>' });
    await page.evaluate(start(name, 'createRoot'));
    await email.fill('cy@example.com');
    for (let step = 1; step < 8; step++) {
      await page.evaluate(`show(${step})`);
      await expect(page.getByRole('heading', { name: `Step ${step}` })).toBeVisible();
      await expect(email).toHaveValue('cy@example.com');
      await expect(page.getByRole('link')).toHaveCount(0);
    }
    await page.evaluate('show(8)');
    await expect(email).toHaveCount(0);
    await page.evaluate('show(9)');
    await page.evaluate('show(4)');
    await expect(email).toHaveValue('');
    await expect(page.locator('#last')).toBeVisible();
    expect(shop.warnings).toEqual([]);
  };
  await shop.each(['div', 'li'], change);
});

// U-251
test('React hydrates a page after its place got the form', async ({ shop, page }) => {
  const served = renderToString(
    createElement(
      'div',
      null,
      createElement('h2', null, 'Step 0'),
      createElement(
        'div',
        { 'data-drip-embedded-form': '77' },
        createElement('a', { href: '#subscribe' }, 'Subscribe'),
      ),
      createElement('p', { id: 'last' }, 'Last'),
    ),
  );
  await shop.open({ forms, head: REACT, body: `<div id="app">${served}</div>` });
  const { email, submit, thanks } = shop;
  await email.fill('cy@example.com');
  await page.evaluate(start('div', 'hydrateRoot'));
  await page.waitForFunction('window.show');
  await page.evaluate('show(1)');
  await expect(page.getByRole('heading', { name: 'Step 1' })).toBeVisible();
  // Hydration has kept the elements.
  await expect(email).toHaveValue('cy@example.com');
  await submit.click();
  await expect(thanks).toBeVisible();
  expect(shop.warnings).toEqual([]);
});

// U-251
test('a framework inserts before an element that it has put into a place', async ({ shop, page }) => {
  const insert = async (name: string) => {
    await shop.open({ forms, body: `<${name} id="place" data-drip-embedded-form="77"></${name}>` });
    await page.evaluate(() => {
      const place = document.querySelector('#place') as HTMLElement;
      // As Vue does: comments and empty text nodes mark where elements belong.
      const [start, end] = [document.createTextNode(''), document.createComment('v-if')];
      place.append(start, end);
      Object.assign(window, { place, start, end });
    });
    await shop.push('showForm', { id: '77' });
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.evaluate(`{
    const link = document.createElement('a');
    link.textContent = 'Subscribe';
    place.insertBefore(link, end);
    place.insertBefore(document.createElement('b'), link);
    place.replaceChild(document.createElement('i'), end);
    place.removeChild(start);
  }`);
    await expect(page.getByText('Subscribe')).toBeHidden();
    expect(await page.locator('#place > :is(a, b, i)').count()).toBe(3);
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await shop.each(['div', 'li'], insert);
});
