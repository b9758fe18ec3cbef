/** Something that happened, as the sandbox streams it and webhooks bring it. */
export interface TailedEvent {
  /** `subscriber.applied_tag` */
  readonly event: string;
  readonly occurred_at: string;
  readonly account_id: string;
  /** Who it is about, as far as is told. */
  readonly subscriber: { readonly id?: string; readonly email?: string };
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Whether a value is an object with members. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
