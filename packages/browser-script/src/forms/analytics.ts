import type { FormDefinition } from './definition.ts';

/** What a page may have brought along. */
export interface Globals {
  jQuery?: (target: Element) => { trigger(name: string, parameters: unknown[]): unknown };
  gtag?: (...given: unknown[]) => unknown;
  ga?: (...given: unknown[]) => unknown;
  dataLayer?: { push(given: unknown): unknown };
}

/** Tells the analytics of the page that a form was submitted. */
// Unspecified: U-80
export function notifyAnalytics({ id, headline }: FormDefinition): void {
  const { gtag, ga, dataLayer } = window as Globals;
  const event = 'generate_lead';
  const about = { form_id: id, form_name: headline };
  if (gtag) gtag('event', event, about);
  else if (ga) ga('send', 'event', 'Form', 'Submitted', headline);
  else dataLayer?.push({ event, ...about });
}
