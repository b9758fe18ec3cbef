/* The fourteen ways in which pages lose or duplicate events, for all browsers. */
import { test } from '@playwright/test';
import {
  expectCalled,
  expectDelivered,
  expectPath,
  loaded,
  open,
  performed,
  storedBy,
  type Tab,
  type Trial,
} from './hostile-trial.ts';
import { expect } from './shop.ts';

const track = (...names: string[]) =>
  names.map((name) => `_dcq.push(['track', '${name}', callbacks('${name}')]);`).join('\n');

/** Returns a script that runs on the first page of a scenario only. */
const once = (script: string) => `if (location.pathname === '/') { ${script} }`;

/** Goes back as a visitor does. Drivers would wait for a load that may not happen because of the back/forward cache. */
const goBack = (tab: Tab) => tab.run('setTimeout(() => history.back())');

const IDENTIFY = `_dcq.push(['identify', { email: 'ann@example.com' }]);`;

/** By their titles in the table. */
export const scenarios: Record<string, (trial: Trial) => Promise<void>> = {
  async 'an event, then navigation'(trial) {
    const { tab } = trial;
    await open(trial, { after: once(IDENTIFY) });
    await loaded(tab);
    await tab.run(`${track('Left')} location.href = '/next';`);
    await expectPath(tab, '/next');
    await expectDelivered(trial, 'Left');
  },

  async 'an event, then the tab is closed'(trial) {
    await open(trial, { after: once(IDENTIFY) });
    await loaded(trial.tab);
    const tab = await trial.browser.newTab();
    await tab.goto(await trial.tab.ask('location.href'));
    await loaded(tab);
    await tab.run(track('Closed'));
    await tab.close();
    await expectDelivered(trial, 'Closed');
  },

  async 'the collector answers 503 for seconds'(trial) {
    const { collector } = trial;
    collector.mood = 'busy';
    // The shortest pauses between attempts, since callbacks fail after ten seconds. At random, the fourth attempt may come later.
    const before = once('Math.random = () => 0.999;');
    await open(trial, { before, after: once(IDENTIFY + track('Patient', 'Patient too')) });
    await expect.poll(() => collector.posts.length).toBeGreaterThan(2);
    collector.mood = 'open';
    await expectCalled(trial, 'Patient success', 'Patient too success');
    await expectDelivered(trial, 'Patient', 'Patient too');
  },

  async 'the collector is down, the page is left, and it is back'(trial) {
    const { collector } = trial;
    collector.mood = 'dead';
    await open(trial, { after: once(IDENTIFY + track('Down')) });
    await expect.poll(() => collector.posts.length).toBeGreaterThan(0);
    await open(trial, { path: '/elsewhere', snippet: '' });
    collector.mood = 'open';
    await open(trial, { path: '/again' });
    await expectDelivered(trial, 'Down');
    // No callback of another page is called.
    await expectCalled(trial);
  },

  async 'offline, then online'(trial) {
    const { tab, browser } = trial;
    await open(trial, { after: once(IDENTIFY) });
    await loaded(tab);
    await browser.setOffline(true);
    await tab.run(track('Offline', 'Offline too'));
    await expect.poll(() => storedBy(tab)).toContain('Offline too');
    await browser.setOffline(false);
    await expectCalled(trial, 'Offline success', 'Offline too success');
    await expectDelivered(trial, 'Offline', 'Offline too');
  },

  async 'the snippet twice'(trial) {
    await open(trial, { snippets: 2, after: once(IDENTIFY + track('Once')) });
    await expectCalled(trial, 'Once success');
    await expectDelivered(trial, 'Once');
  },

  async 'storage that throws'(trial) {
    const before = once(`
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'cookieStore']) {
        Object.defineProperty(window, name, { get() { throw new DOMException('', 'SecurityError'); } });
      }
      const deny = () => { throw new DOMException('', 'SecurityError'); };
      Object.defineProperty(Document.prototype, 'cookie', { get: deny, set: deny });`);
    await open(trial, { before, after: once(IDENTIFY + track('Blocked')) });
    await expectCalled(trial, 'Blocked success');
    await expectDelivered(trial, 'Blocked');
  },

  async 'a page that defines Array.prototype.toJSON'(trial) {
    const before = once(
      `Array.prototype.toJSON = String.prototype.toJSON = Date.prototype.toJSON = () => 'patched';`,
    );
    const list = `_dcq.push(['track', 'List', { list: [1, { two: [3] }], ...callbacks('List') }]);`;
    await open(trial, { before, after: once(IDENTIFY + list) });
    await expectCalled(trial, 'List success');
    const [event] = await trial.server.events({ event: 'subscriber.performed_custom_event' });
    expect(event?.properties.list).toEqual([1, { two: [3] }]);
    await expectDelivered(trial, 'List');
  },

  async 'restored from the back/forward cache'(trial) {
    const { tab } = trial;
    await open(trial, { after: once(IDENTIFY + track('First')) });
    await expectCalled(trial, 'First success');
    await tab.run(`window.isOld = true; ${track('Leaving')} location.href = '/next';`);
    await expectPath(tab, '/next');
    await loaded(tab);
    await goBack(tab);
    await expectPath(tab, '/');
    await loaded(tab);
    const isRestored = await tab.ask('window.isOld === true');
    await tab.run(track('Back'));
    if (isRestored) {
      // Commands given before the visitor left the page get their callbacks, too.
      await expectCalled(trial, 'First success', 'Leaving success', 'Back success');
      await expectDelivered(trial, 'First', 'Leaving', 'Back');
    } else {
      // The browser loaded the page again, as browsers may, so the page sent its first event again.
      test.info().annotations.push({ type: 'loaded again' });
      await expectCalled(trial, 'First success', 'Back success');
      await expectDelivered(trial, 'First', 'First', 'Leaving', 'Back');
    }
  },

  async 'a single page that navigates by push, replace and back'(trial) {
    const { tab } = trial;
    await open(trial, { after: once(IDENTIFY) });
    await loaded(tab);
    await tab.run(`history.pushState(null, '', '/one'); ${track('Pushed')}
      history.replaceState(null, '', '/two'); ${track('Replaced')}`);
    await goBack(tab);
    await expectPath(tab, '/');
    await tab.run(track('Back'));
    await expectCalled(trial, 'Pushed success', 'Replaced success', 'Back success');
    await expectDelivered(trial, 'Pushed', 'Replaced', 'Back');
  },

  async 'wrong arguments'(trial) {
    const wrong = `_dcq.push(null, [], 0, 'x', ['track'], ['track', {}, callbacks('wrong')], ['nothing'], [{}], ['identify', 1]);`;
    await open(trial, { after: once(IDENTIFY + wrong + track('Right')) });
    await expectCalled(trial, 'Right success', 'wrong failure');
    await expectDelivered(trial, 'Right');
  },

  async 'the script is blocked'(trial) {
    trial.collector.isScriptBlocked = true;
    // The snippet checks every ten seconds; `blocked.spec.ts` tests when. Here its time passes faster.
    const before = once(
      'const every = setInterval; window.setInterval = (run, time) => every(run, time / 20);',
    );
    await open(trial, { before, after: once(track('Never')) });
    await expectCalled(trial, 'Never failure');
    expect(await trial.tab.ask('window.calls[0].error')).toBe('blocked');
    trial.collector.isScriptBlocked = false;
    await expectDelivered(trial);
  },

  async 'a strict policy with Trusted Types'(trial) {
    await open(trial, { after: once(IDENTIFY + track('Strict')), isStrict: true });
    await expectCalled(trial, 'Strict success');
    expect(await trial.tab.ask('window.violations')).toEqual([]);
    await expectDelivered(trial, 'Strict');
  },

  async 'several tabs, reopened after a crash'(trial) {
    const { browser, collector, server } = trial;
    await open(trial, { after: once(IDENTIFY) });
    await expect.poll(() => server.events({ event: 'subscriber.created' })).toHaveLength(1);
    const url = trial.show({ path: '/tab' });
    collector.mood = 'dead';
    for (const name of ['One', 'Two', 'Three']) {
      const tab = await browser.newTab();
      await tab.goto(url);
      await loaded(tab);
      await tab.run(track(name));
      await expect.poll(() => storedBy(trial.tab)).toContain(name);
    }
    await browser.crash();
    collector.mood = 'open';
    const before = collector.posts.length;
    const tabs = [await browser.newTab(), await browser.newTab(), await browser.newTab()];
    await Promise.all(tabs.map((tab) => tab.goto(url)));
    await expect.poll(() => performed(trial)).toEqual(['One', 'Three', 'Two']);
    // No two tabs send the same message. Without an answer, a tab sends it again after ten seconds, which a slow machine needs.
    const sent = new Map<string, number>();
    for (const { at, messages } of collector.posts.slice(before)) {
      for (const { id } of messages) {
        expect(at - (sent.get(id) ?? Number.NEGATIVE_INFINITY), id).toBeGreaterThan(9000);
        sent.set(id, at);
      }
    }
    await Promise.all(tabs.map((tab) => tab.close()));
    trial.tab = await browser.newTab();
    await expectDelivered(trial, 'One', 'Two', 'Three');
  },
};
