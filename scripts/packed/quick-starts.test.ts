import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumOptions } from '../setup/chromium-options.ts';
import { type Block, blocksOf, Reader } from './reader.ts';

/** Commands that a page runs in a second terminal: without `npx`, and what they print once they are ready. */
const SERVER = /^npx (?:-p @trickle\/mock-server )?(trickle-server.*)$/;
const VITE = /^npx (vite --port \d+)$/;
const READY = ['Trickle reference server: http://127.0.0.1:4100'];

/** Follows the blocks in order. Returns the commands that ran, and what the last one printed. */
async function follow(reader: Reader, blocks: readonly Block[]): Promise<{ ran: string[]; output: string }> {
  const ran: string[] = [];
  let output = '';
  for (const [i, block] of blocks.entries()) {
    reader.save(block);
    if (block.language !== 'sh') continue;
    const next = blocks[i + 1];
    const printed = next?.language === 'text' ? next.code.trim().split('\n') : undefined;
    for (const command of block.code.trim().split('\n')) {
      if (command.startsWith('export ')) continue; // the credentials of an account of the service
      output = await obey(reader, command, printed);
      ran.push(command);
    }
  }
  return { ran, output };
}

async function obey(
  reader: Reader,
  command: string,
  printed: readonly string[] | undefined,
): Promise<string> {
  const [, server] = SERVER.exec(command) ?? [];
  const [, vite] = VITE.exec(command) ?? [];
  if (command.startsWith('npm install ')) reader.install(command);
  else if (server) {
    reader.install('npm install @trickle/mock-server');
    await reader.start(`${server} --port 4100`, printed ?? READY);
  } else if (vite) {
    reader.install('npm install vite');
    await reader.start(`${vite} --strictPort`, ['ready in']);
  } else if (printed) return reader.start(command, printed);
  else return reader.run(command.replace(/^npx /, ''));
  return '';
}

let browser: Awaited<ReturnType<typeof chromium.launch>>;
beforeAll(async () => {
  browser = await chromium.launch(chromiumOptions);
});
afterAll(() => browser.close());

describe('the quick start, pasted in order,', { timeout: 240_000 }, () => {
  test('of the README works for a back end, for tests and for a page', async () => {
    await using reader = await Reader.open('4100', '5173');
    const code = await follow(reader, blocksOf('README.md', 'In your code'));
    expect(code.ran).toEqual(['npm install @trickle/sdk', 'npx -p @trickle/mock-server trickle-server']);
    expect(reader.run('node app.mjs')).toBe('ann@example.com\n');

    await follow(reader, blocksOf('README.md', 'In your tests'));
    expect(reader.run('node try.mjs')).toBe("[ 'Welcome' ]\n");

    const { ran } = await follow(reader, blocksOf('README.md', 'On your pages'));
    expect(ran).toEqual(['npx vite --port 5173', expect.stringContaining('curl')]);
    const page = await browser.newPage();
    const answered = page.waitForResponse('**/client/9999999/messages');
    await page.goto(reader.local('http://localhost:5173'));
    expect((await answered).status()).toBe(200);
    expect(reader.run(ran[1] ?? '')).toContain('"bob@example.com"');
  });

  test('of the back end works', async () => {
    await using reader = await Reader.open('4100', '3000');
    const blocks = blocksOf('docs/start/backend.md');
    const { ran } = await follow(reader, blocks);
    expect(ran).toEqual([
      'npm init -y',
      'npm install @trickle/sdk',
      'npm install --save-dev @trickle/mock-server',
      'npx trickle-server',
      'node app.mjs',
      'node hooks.mjs',
    ]);
  });

  test('of the front end works', async () => {
    await using reader = await Reader.open('4100', '5173');
    const blocks = blocksOf('docs/start/front-end.md');
    const curl = blocks.findIndex(({ code }) => code.startsWith('curl'));
    const { ran } = await follow(reader, blocks.slice(0, curl));
    expect(ran).toEqual([
      'npx -p @trickle/mock-server trickle-server --seed seed.json',
      'npx vite --port 5173',
    ]);
    const page = await browser.newPage();
    const said = page.waitForEvent('console', (message) => message.text().includes('success'));
    await page.goto(reader.local('http://localhost:5173'));
    expect(await (await said).args()[0]?.jsonValue()).toMatchObject({ success: true });
    const submitted = page.waitForResponse(
      (response) =>
        response.url().endsWith('/messages') && /submitForm/.test(response.request().postData() ?? ''),
    );
    await page.getByLabel(/email/i).fill('bob@example.com');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    expect((await submitted).status()).toBe(200);

    const [subscribers = '', timeline = '', submissions = ''] = (blocks[curl]?.code ?? '').trim().split('\n');
    expect(reader.run(subscribers)).toContain('"bob@example.com"');
    expect(reader.run(timeline)).toContain('"Viewed a page"');
    expect(reader.run(submissions)).toContain('"form_id":"77"');
  });

  test('of a tester works', async () => {
    await using reader = await Reader.open();
    const { ran, output } = await follow(reader, blocksOf('docs/start/tester.md'));
    expect(ran.at(-1)).toBe('npx vitest run');
    expect(output).toMatch(/Tests +4 passed \(4\)/);
  });
});
