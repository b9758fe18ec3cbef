/* Rules decide whether something reaches a subscriber. The code that acts and `server.whyNot` ask the same functions. */

/** A record that a sentence is about. */
export interface RecordReference {
  readonly type: 'subscriber' | 'campaign' | 'broadcast' | 'workflow' | 'webhook' | 'email';
  readonly id: string;
}

export interface Finding {
  /** For example `subscriber_active`. */
  readonly rule: string;
  /** `waits` if time is enough to meet the rule. */
  readonly result: 'met' | 'waits' | 'broken';
  /** The finding, in a sentence. */
  readonly text: string;
  /** The record to change so that the rule is met; null if there is none. */
  readonly about: RecordReference | null;
}

export const finding = (
  about: RecordReference | null,
  rule: string,
  { isMet, text }: { readonly isMet: boolean; readonly text: string },
): Finding => ({ rule, result: isMet ? 'met' : 'broken', text, about });

export const isMet = ({ result }: Finding): boolean => result === 'met';

/** Whether all rules are met. Stops at the first that is not. */
export function areMet(findings: Iterable<Finding>): boolean {
  for (const found of findings) if (!isMet(found)) return false;
  return true;
}
