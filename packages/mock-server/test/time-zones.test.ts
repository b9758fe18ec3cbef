import { afterEach, expect, test } from 'vitest';
import { readCommandLine, serverOptionsOf } from '../src/cli/options.ts';
import { createServer } from '../src/index.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'];
const times = [
  ['2026-03-06T12:00', '2026-03-06T12:00:00.000Z'],
  ['2026-03-06T12:00:00', '2026-03-06T12:00:00.000Z'],
  ['2026-03-06 12:00:00.5', '2026-03-06T12:00:00.500Z'],
  ['2026-03-06', '2026-03-06T00:00:00.000Z'],
  ['2026-03-06T12:00:00+05:30', '2026-03-06T06:30:00.000Z'],
  ['2026-03-06T12:00:00Z', '2026-03-06T12:00:00.000Z'],
] as const;

// U-335
test.each(zones)('on a machine in %s, times without a zone are in UTC', async (name) => {
  process.env.TZ = name;
  for (const [text, utc] of times) {
    await using server = await createServer({ time: { now: text, speed: 0 } });
    expect(server.time.now().toISOString(), text).toBe(utc);
    const tenant = await server.createAccount({ clock: { now: text, speed: 0 } });
    expect(tenant.now().toISOString(), text).toBe(utc);
  }
});

const WRONG = ['March 7', '7.3.2026', '2026-02-30', '1741262400', 'tomorrow', ''];

// U-335
test.each(WRONG)('%j is not a time', async (text) => {
  await expect(createServer({ time: { now: text } })).rejects.toThrow(`'${text}' is not a time`);
  const read = () => serverOptionsOf(readCommandLine([`--time=${text}`]).options, () => undefined);
  expect(read).toThrow(/--time (must be ISO 8601|requires a value)/);
});
