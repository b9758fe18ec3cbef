import { expect, test, vi } from 'vitest';
import { notifyAnalytics } from '../../src/forms/analytics.ts';

const form = { id: '7', headline: 'News' };

/** What each of a page's tools is told. */
function tell(tools: Record<string, unknown>): void {
  vi.stubGlobal('window', tools);
  notifyAnalytics(form as Parameters<typeof notifyAnalytics>[0]);
}

// U-80
test('analytics are told of a submission by the newest tool that the page has, and by no other', () => {
  const [gtag, ga, push] = [vi.fn(), vi.fn(), vi.fn()];
  tell({ gtag, ga, dataLayer: { push } });
  expect(gtag.mock.calls).toEqual([['event', 'generate_lead', { form_id: '7', form_name: 'News' }]]);
  tell({ ga, dataLayer: { push } });
  expect(ga.mock.calls).toEqual([['send', 'event', 'Form', 'Submitted', 'News']]);
  tell({ dataLayer: { push } });
  expect(push.mock.calls).toEqual([[{ event: 'generate_lead', form_id: '7', form_name: 'News' }]]);
  expect(gtag).toHaveBeenCalledTimes(1);
  expect(ga).toHaveBeenCalledTimes(1);
});

test('a page without analytics is left alone', () => {
  expect(() => tell({})).not.toThrow();
});
