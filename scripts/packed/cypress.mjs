// Stands in for `cypress run`, whose browser is a download: reads the configuration of the folder as Cypress does, and
// runs the commands of its tests in the Chromium of this machine. It knows the commands that the guide uses.
import { existsSync, globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { plainChromiumOptions } from '../setup/chromium-options.ts';

const file = ['cjs', 'js', 'mjs']
  .map((ending) => `cypress.config.${ending}`)
  .find((name) => existsSync(name));
if (file === undefined) throw new Error('Could not find a Cypress configuration file.');
const { baseUrl, supportFile } = (await import(pathToFileURL(resolve(file)).href)).default.e2e;
if (supportFile !== false) throw new Error('Your project does not contain a default supportFile.');

/** @type {(() => Promise<unknown>)[]} */
let queue = [];
const browser = await chromium.launch(plainChromiumOptions);
/** @type {import('@playwright/test').Page} */
let page;

/** @param {() => import('@playwright/test').Locator} find */
const elements = (find) => ({
  type: (/** @type {string} */ text) => void queue.push(() => find().fill(text)),
  click: () => void queue.push(() => find().click()),
});

const cy = {
  visit: (/** @type {string} */ path) => void queue.push(() => page.goto(new URL(path, baseUrl).href)),
  get: (/** @type {string} */ selector) => elements(() => page.locator(selector)),
  contains(/** @type {string[]} */ ...given) {
    const [text = '', selector = 'body *'] = given.reverse();
    const find = () => page.locator(selector, { hasText: text }).or(page.getByText(text)).first();
    queue.push(() => find().waitFor());
    return elements(find);
  },
  request: (/** @type {string} */ method, /** @type {string} */ url, /** @type {object} */ data) =>
    void queue.push(async () => {
      const answer = await page.request.fetch(url, { method, data });
      if (!answer.ok()) throw new Error(`${method} ${url}: ${answer.status()} ${await answer.text()}`);
    }),
};

/** @type {(() => void)[]} */
const before = [];
/** @type {[title: string, body: () => void][]} */
const tests = [];
Object.assign(globalThis, {
  cy,
  beforeEach: (/** @type {() => void} */ body) => before.push(body),
  it: (/** @type {string} */ title, /** @type {() => void} */ body) => tests.push([title, body]),
});
for (const spec of globSync('cypress/e2e/**/*.cy.{js,jsx,ts,tsx}')) {
  await import(pathToFileURL(resolve(spec)).href);
}
if (tests.length === 0) throw new Error("Can't run because no spec files were found.");

for (const [title, body] of tests) {
  page = await browser.newPage();
  for (const step of [...before, body]) {
    queue = [];
    step();
    for (const command of queue) await command();
  }
  console.log(`passed: ${title}`);
  await page.close();
}
await browser.close();
