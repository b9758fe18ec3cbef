import type { FormDefinition } from './definition.ts';

/** Globals that other scripts of the page may define. */
export interface Globals {
  jQuery?: (target: Element) => { trigger(name: string, parameters: unknown[]): unknown };
  gtag?: (...given: unknown[]) => unknown;
  ga?: (...given: unknown[]) => unknown;
  dataLayer?: { push(given: unknown): unknown };
}

/** Reports a submission to the page's analytics. */
// Unspecified: U-80
export function notifyAnalytics({ id, headline }: FormDefinition): void {
  const { gtag, ga, dataLayer } = window as Globals;
  const event = 'generate_lead';
  const about = { form_id: id, form_name: headline };
  if (gtag) gtag('event', event, about);
  else if (ga) ga('send', 'event', 'Form', 'Submitted', headline);
  else dataLayer?.push({ event, ...about });
}
