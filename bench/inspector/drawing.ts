import { type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '../../scripts/setup/chromium-options.ts';
import { median } from '../harness.ts';

/** How long a list takes from the click on its link until its rows are painted; medians in milliseconds. */
export interface Drawing {
  readonly path: string;
  readonly time: number;
  /** Processor time of the page's main thread. */
  readonly cpuTime: number;
}

/** An empty page between two lists. */
const BREAK = '/faults';

/** Opens lists of the inspector in Chromium by links within it, as often as `rounds` says. */
export async function measureDrawing(
  url: string,
  paths: readonly string[],
  rounds: number,
): Promise<Drawing[]> {
  const browser = await chromium.launch(chromiumOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    await page.goto(`${url}/_inspector${BREAK}`);
    await page.locator('main h1').waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const drawings: Drawing[] = [];
    for (const path of paths) drawings.push(await measureList(page, session, path, rounds));
    return drawings;
  } finally {
    await browser.close();
  }
}

async function measureList(page: Page, session: CDPSession, path: string, rounds: number): Promise<Drawing> {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await taskTime(session);
    times.push(await page.evaluate(openByLink, `/_inspector${path === '/' ? '' : path}`));
    cpuTimes.push((await taskTime(session)) - before);
    await page.evaluate(openByLink, `/_inspector${BREAK}`);
  }
  return { path, time: median(times), cpuTime: median(cpuTimes) };
}

/** The processor time that the main thread of a page has used for tasks, in milliseconds. */
async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/**
 * Runs in the page: clicks a link, and returns the milliseconds until the rows, or what stands for none, are painted.
 * Rejects after 30 seconds.
 */
async function openByLink(href: string): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isDrawn = () =>
    location.pathname + location.search === href &&
    document.querySelector('main .loading') === null &&
    document.querySelector('main :is(tr[data-row], .state, .chart, .timeline)') !== null;
  const link = Object.assign(document.createElement('a'), { href });
  document.body.append(link);
  const startedAt = performance.now();
  link.click();
  link.remove();
  await Promise.resolve(); // the router draws the other page first
  while (!isDrawn()) {
    if (performance.now() - startedAt > 30_000)
      throw new Error(`${href} is not drawn; the page is ${location.href}.`);
    await frame();
  }
  await frame(); // painted before the next frame begins
  return performance.now() - startedAt;
}
