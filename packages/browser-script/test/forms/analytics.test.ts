import { expect, test, vi } from 'vitest';
import { notifyAnalytics } from '../../src/forms/submitter.ts';

const form = { id: '7', headline: 'News' };

/** Reports a submission on a page with these tools. */
function report(tools: Record<string, unknown>): void {
  vi.stubGlobal('window', tools);
  notifyAnalytics(form as Parameters<typeof notifyAnalytics>[0]);
}

// U-80
test('a submission is reported to the newest analytics tool of the page, and to no other', () => {
  const [gtag, ga, push] = [vi.fn(), vi.fn(), vi.fn()];
  report({ gtag, ga, dataLayer: { push } });
  expect(gtag.mock.calls).toEqual([['event', 'generate_lead', { form_id: '7', form_name: 'News' }]]);
  report({ ga, dataLayer: { push } });
  expect(ga.mock.calls).toEqual([['send', 'event', 'Form', 'Submitted', 'News']]);
  report({ dataLayer: { push } });
  expect(push.mock.calls).toEqual([[{ event: 'generate_lead', form_id: '7', form_name: 'News' }]]);
  expect(gtag).toHaveBeenCalledTimes(1);
  expect(ga).toHaveBeenCalledTimes(1);
});

test('a page without analytics causes no error', () => {
  expect(() => report({})).not.toThrow();
});
