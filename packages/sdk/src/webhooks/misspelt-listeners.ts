import { nearestName } from '../contract/schema/nearest-name.ts';

/**
 * Warns of listeners that wait for an event that does not exist, once each: when an event without a listener comes whose
 * name is nearly theirs. The names of all events are loaded only then. TypeScript finds such listeners before.
 */
export class MisspeltListeners {
  readonly #names: Set<string>;

  constructor(on: object) {
    this.#names = new Set(Object.keys(on));
  }

  /** Looks for the listener that an event was meant for. */
  async check(event: string): Promise<void> {
    const near = nearestName(event, this.#names);
    if (near === undefined) return;
    this.#names.delete(near);
    const { WEBHOOK_EVENTS } = await import('../contract/webhook-events.ts');
    const isEvent = (name: string) => WEBHOOK_EVENTS.some((entry) => entry === name);
    if (isEvent(near) || !isEvent(event)) return;
    console.warn(`createWebhookHandler: there is no event ${near} in \`on\`, did you mean ${event}?`);
  }
}
