import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../../store/engine/errors.ts';
import { OutageError, OutageLog } from './outage-log.ts';

/** A log with a database that can be away. */
function start() {
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  const database = { isAway: true };
  const log = new OutageLog({
    log: (error) => lines.push(String(error)),
    logEnd: (leftOut) => lines.push(`back, ${leftOut} left out`),
    wait: (work) => waiting.push(work),
  });
  log.watch(async () => {
    if (database.isAway) throw new ConnectionError('refused');
  });
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  /** Lets the log look again. */
  const look = async () => {
    await turn();
    for (const work of waiting.splice(0)) work();
    await turn();
  };
  return { lines, database, log, look };
}

describe('the log of outages', () => {
  it('has each reason once, and the end with the number of errors that it left out', async () => {
    const { lines, database, log, look } = start();
    for (let i = 0; i < 139; i++) log.report(new ConnectionError('refused'));
    log.report(new OutageError(new ConnectionError('refused')));
    log.report(new ConnectionError('lost'));
    log.report(new ConnectionError('lost'));
    await look();
    expect(lines).toEqual(['ConnectionError: refused', 'ConnectionError: lost']);
    database.isAway = false;
    await look();
    expect(lines.slice(2)).toEqual(['back, 140 left out']);
    database.isAway = true;
    log.report(new ConnectionError('refused'));
    expect(lines.slice(3)).toEqual(['ConnectionError: refused']);
  });

  it('has every other error, also during an outage', async () => {
    const { lines, log } = start();
    log.report(new ConnectionError('refused'));
    for (let i = 0; i < 3; i++) log.report(new TypeError('a mistake'));
    expect(lines).toEqual(['ConnectionError: refused', ...Array<string>(3).fill('TypeError: a mistake')]);
  });

  it('has no end of an outage in which the database still answers, as with a full disk', async () => {
    const { lines, database, log, look } = start();
    database.isAway = false;
    log.report(new ConnectionError('full'));
    await look();
    log.report(new ConnectionError('full'));
    expect(lines).toEqual(['ConnectionError: full', 'ConnectionError: full']);
  });
});
