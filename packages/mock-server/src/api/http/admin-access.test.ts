import { describe, expect, it } from 'vitest';
import { GuessLimit } from './admin-access.ts';

function limitAt(start: number) {
  const clock = { time: start, now: () => clock.time };
  return { limit: new GuessLimit(clock), clock };
}

// U-279
describe('the limit of guesses', () => {
  it('lets ten wrong passwords pass, and doubles the wait with each further one, up to a minute', () => {
    const { limit, clock } = limitAt(1000);
    const waits: number[] = [];
    for (let i = 0; i < 18; i++) {
      limit.addWrong('192.0.2.1');
      const wait = limit.waitOf('192.0.2.1');
      waits.push(wait);
      clock.time += wait;
      expect(limit.waitOf('192.0.2.1')).toBe(0);
    }
    const none = Array<number>(9).fill(0);
    expect(waits).toEqual([...none, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('concerns one address, or network of IPv6', () => {
    const { limit } = limitAt(1000);
    for (let i = 0; i < 10; i++) {
      limit.addWrong('192.0.2.1');
      limit.addWrong(`2001:db8:1:2::${i}`);
    }
    expect(limit.waitOf('192.0.2.2')).toBe(0);
    expect(limit.waitOf('::ffff:192.0.2.1')).toBe(1000);
    expect(limit.waitOf('2001:db8:1:2:ffff::1')).toBe(1000);
    expect(limit.waitOf('2001:db8:1:3::1')).toBe(0);
  });

  it('forgets after the right password, and after an hour; a key takes its own request back', () => {
    const { limit, clock } = limitAt(1000);
    const wrong = (count: number) => {
      for (let i = 0; i < count; i++) limit.addWrong('192.0.2.1');
    };
    wrong(10);
    limit.forget('192.0.2.1');
    wrong(10);
    limit.takeBack('192.0.2.1');
    expect(limit.waitOf('192.0.2.1')).toBe(0);
    wrong(5);
    expect(limit.waitOf('192.0.2.1')).toBe(16_000);
    clock.time += 60 * 60_000;
    wrong(9);
    expect(limit.waitOf('192.0.2.1')).toBe(0);
  });

  it('remembers the newest 10,000 addresses', () => {
    const { limit } = limitAt(1000);
    const guess = (address: string) => {
      for (let i = 0; i < 10; i++) limit.addWrong(address);
    };
    for (let i = 0; i <= 10_000; i++) guess(`10.0.${i >> 8}.${i & 255}`);
    expect(limit.waitOf('10.0.0.0')).toBe(0);
    expect(limit.waitOf('10.0.0.1')).toBe(1000);
  });
});
