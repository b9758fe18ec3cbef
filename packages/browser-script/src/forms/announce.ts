import type { FormDefinition } from './definition.ts';
import type { FormsPort } from './port.ts';

/** What a page may have brought along. */
interface Globals {
  jQuery?: (target: Element) => { trigger(name: string, parameters: unknown[]): unknown };
  gtag?: (...given: unknown[]) => unknown;
  ga?: (...given: unknown[]) => unknown;
  dataLayer?: { push(given: unknown): unknown };
}

/** What is told of a submission. */
export type Occasion = 'submitting' | 'submitFailed' | 'submitted';

/**
 * Tells the page what has become of a submission: by jQuery where it is there, and by an event of the browser's own.
 * Neither must stop the form, whatever the page does in answer.
 */
export function announce(
  { guarded }: FormsPort,
  target: Element,
  occasion: Occasion,
  detail: Record<string, string>,
): void {
  const name = `${occasion}.drip`;
  guarded(() => (window as Globals).jQuery?.(target).trigger(name, [detail]))();
  target.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/** Tells the analytics of the page that a form was submitted. */
// Unspecified: U-80
export function tellAnalytics({ id, headline }: FormDefinition): void {
  const { gtag, ga, dataLayer } = window as Globals;
  const event = 'generate_lead';
  const about = { form_id: id, form_name: headline };
  if (gtag) gtag('event', event, about);
  else if (ga) ga('send', 'event', 'Form', 'Submitted', headline);
  else dataLayer?.push({ event, ...about });
}
