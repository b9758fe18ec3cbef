import { beforeEach, expect, test, vi } from 'vitest';
import { showProgress } from '../../src/forms/progress.ts';

const form = { texts: { close: '', sending: 'Sending', delayed: 'Stored', failed: 'Failed' } };

/** Shows progress on stubs of the status and the button. */
function show() {
  const marks = new Map<string, string>();
  const status = { textContent: '' };
  const button = {
    setAttribute: (name: string, value: string) => marks.set(name, value),
    removeAttribute: (name: string) => marks.delete(name),
  };
  const onDelay = vi.fn();
  const end = showProgress(status as never, button as never, form as never, onDelay);
  return { marks, status, end, onDelay };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

// U-130
test('after five seconds the status says that the form is stored, and the button stays disabled', () => {
  const { marks, status, end, onDelay } = show();
  vi.advanceTimersByTime(4999);
  expect(status.textContent).toBe('Sending');
  expect(onDelay).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(status.textContent).toBe('Stored');
  expect(onDelay).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(7 * 24 * 60 * 60 * 1000);
  expect([status.textContent, [...marks]]).toEqual(['Stored', [['aria-disabled', 'true']]]);
  expect(end()).toBe(true);
  expect([...marks]).toEqual([]);
});

// U-130
test('a form that is answered at once never shows the delay', () => {
  const { marks, status, end } = show();
  vi.advanceTimersByTime(100);
  expect(end()).toBe(false);
  status.textContent = 'Please correct this.';
  vi.advanceTimersByTime(60_000);
  expect([status.textContent, [...marks]]).toEqual(['Please correct this.', []]);
});

test('a form of the page’s own needs no button', () => {
  const status = { textContent: '' };
  showProgress(status as never, null, form as never, () => {})();
  expect(status.textContent).toBe('Sending');
});
