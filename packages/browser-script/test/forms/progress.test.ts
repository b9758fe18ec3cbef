import { beforeEach, expect, test, vi } from 'vitest';
import { showProgress } from '../../src/forms/progress.ts';

const form = { texts: { close: '', sending: 'Sending', delayed: 'Kept', failed: 'Failed' } };

/** Where progress is shown, and whether the button may be pressed. */
function begin() {
  const marks = new Map<string, string>();
  const status = { textContent: '' };
  const button = {
    setAttribute: (name: string, value: string) => marks.set(name, value),
    removeAttribute: (name: string) => marks.delete(name),
  };
  const end = showProgress(status as never, button as never, form as never);
  return { marks, status, end };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

// U-130
test('whoever waits for more than five seconds is told that nothing is lost, and cannot send it again', () => {
  const { marks, status, end } = begin();
  vi.advanceTimersByTime(4999);
  expect(status.textContent).toBe('Sending');
  vi.advanceTimersByTime(1);
  expect(status.textContent).toBe('Kept');
  vi.advanceTimersByTime(7 * 24 * 60 * 60 * 1000);
  expect([status.textContent, [...marks]]).toEqual(['Kept', [['aria-disabled', 'true']]]);
  expect(end()).toBe(true);
  expect([...marks]).toEqual([]);
});

// U-130
test('what is answered at once is not called delayed later on', () => {
  const { marks, status, end } = begin();
  vi.advanceTimersByTime(100);
  expect(end()).toBe(false);
  status.textContent = 'Please correct this.';
  vi.advanceTimersByTime(60_000);
  expect([status.textContent, [...marks]]).toEqual(['Please correct this.', []]);
});

test('a form of the page’s own may have no button', () => {
  const status = { textContent: '' };
  showProgress(status as never, null, form as never)();
  expect(status.textContent).toBe('Sending');
});
