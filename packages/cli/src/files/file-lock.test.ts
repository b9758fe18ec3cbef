import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FileLock } from './file-lock.ts';

/** A checkpoint in a folder of its own, with a lock if there is one. */
async function locked(lock?: string | object) {
  const folder = await mkdtemp(join(tmpdir(), 'trickle-lock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const checkpoint = join(folder, 'x.csv.checkpoint');
  const path = `${checkpoint}.lock`;
  if (lock !== undefined) await writeFile(path, typeof lock === 'string' ? lock : JSON.stringify(lock));
  return { folder, checkpoint, path };
}

/** The number of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['--version']).pid;

test('a checkpoint has one lock at a time, and can be locked again after a release', async () => {
  const { checkpoint, path, folder } = await locked();
  const first = await FileLock.of(checkpoint);
  await expect(FileLock.of(checkpoint)).rejects.toThrow(
    `Another command uses ${checkpoint} (process ${process.pid} on ${hostname()}). Wait until it ends. If there is none, delete ${path}.`,
  );
  await first.release();
  expect(await readdir(folder)).toEqual([]);
  await (await FileLock.of(checkpoint)).release();
});

test.each([
  ['a dead process', () => deadPid()],
  ['an earlier process with the same number, as in containers', () => process.pid],
])('the lock of %s is taken over', async (_, pid) => {
  const { checkpoint, path, folder } = await locked({ id: 'old', pid: pid(), host: hostname() });
  await FileLock.of(checkpoint);
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid });
  expect(await readdir(folder)).toEqual(['x.csv.checkpoint.lock']);
});

test.each([
  ['of a living process', { id: 'other', pid: process.ppid, host: hostname() }, `process ${process.ppid} on`],
  ['of another machine', { id: 'other', pid: deadPid(), host: 'elsewhere' }, 'on elsewhere'],
  ['that is being written', '', 'Another command uses'],
  ['that is something else', 'my notes', 'Another command uses'],
  ['with impossible members', { id: 1, pid: -1, host: hostname() }, 'Another command uses'],
])('a lock %s blocks others', async (_, lock, words) => {
  const { checkpoint, path } = await locked(lock);
  const before = await readFile(path, 'utf8');
  await expect(FileLock.of(checkpoint)).rejects.toThrow(words);
  expect(await readFile(path, 'utf8')).toBe(before);
});

test('one of several imports that find a stale lock gets it', async () => {
  const pid = deadPid();
  for (let round = 0; round < 20; round += 1) {
    const { checkpoint, folder } = await locked({ id: 'old', pid, host: hostname() });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => FileLock.of(checkpoint)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['x.csv.checkpoint.lock']);
  }
});

test('the error for a folder that cannot be written to names it', async () => {
  const { folder } = await locked();
  const checkpoint = join(folder, 'nowhere', 'x.checkpoint');
  await expect(FileLock.of(checkpoint)).rejects.toThrow(`cannot write ${checkpoint}.lock: no such file`);
});
