/** An event, from the stream of the reference server or from a webhook. */
export interface TailedEvent {
  /** `subscriber.applied_tag` */
  readonly event: string;
  readonly occurred_at: string;
  readonly account_id: string;
  /** The subscriber, as far as the event names it. */
  readonly subscriber: { readonly id?: string; readonly email?: string };
  readonly properties: Readonly<Record<string, unknown>>;
}
