import { isObject } from '../parse-json.ts';
import type { AdminApi } from '../sandbox/admin-api.ts';

/** The name of everything that `trickle trigger` creates and reuses. */
const NAME = 'Sample of trickle trigger';

/** The pages of the sample emails and workflows. */
export const PAGES = {
  link: 'https://shop.example/boats',
  triggerLink: 'https://shop.example/trickle-trigger',
  visited: 'https://shop.example/trickle-trigger/pricing',
} as const;

/** Points and threshold for accounts without lead scoring. */
const SCORING = { threshold: 50, points: {} };

type Json = Readonly<Record<string, unknown>>;

/** Adds what events need to an account: a campaign with an email, a workflow, lead scoring, a trigger link. */
export class SampleAccount {
  readonly #admin: AdminApi;

  constructor(admin: AdminApi) {
    this.#admin = admin;
  }

  /** The id of a campaign whose only email is sent at once. */
  async campaign(): Promise<string> {
    const links = [PAGES.link, PAGES.triggerLink].map((url) => `<p><a href="${url}">${url}</a></p>`);
    return await this.#ensure('campaigns', {
      ...{ from_name: 'Trickle', from_email: 'trigger@shop.example', postal_address: '1 Harbour Street' },
      ...{ start_immediately: true, double_optin: false },
      emails: [{ subject: 'A sample email', html_body: links.join('\n') }],
    });
  }

  /** Has visits of a page reported. */
  async visitWorkflow(): Promise<void> {
    const properties = { url: PAGES.visited };
    await this.#ensure('workflows', {
      triggers: [{ provider: 'trickle', trigger_type: 'visited_page', properties }],
    });
  }

  /** Enables lead scoring if it is off. Returns the threshold of a lead. */
  async leadThreshold(): Promise<number> {
    const { lead_scoring: scoring } = await this.#settings();
    if (isObject(scoring) && typeof scoring.threshold === 'number') return scoring.threshold;
    await this.#extend({ lead_scoring: SCORING });
    return SCORING.threshold;
  }

  /** Adds the trigger link. */
  async triggerLink(): Promise<void> {
    const { trigger_links: value } = await this.#settings();
    const links = Array.isArray(value) ? (value as readonly unknown[]).filter(isObject) : [];
    if (links.some(({ url }) => url === PAGES.triggerLink)) return;
    await this.#extend({ trigger_links: [...links, { id: 'trickle-trigger', url: PAGES.triggerLink }] });
  }

  async #ensure(noun: 'campaigns' | 'workflows', record: Json): Promise<string> {
    const { [noun]: list } = await this.#admin.get(noun);
    const records = Array.isArray(list) ? (list as readonly unknown[]).filter(isObject) : [];
    const sample = records.find(({ name, status }) => name === NAME && status === 'active');
    if (sample) return String(sample.id);
    const made = await this.#create(noun, { name: NAME, status: 'active', ...record });
    return String(made.id);
  }

  async #settings(): Promise<Json> {
    const { settings } = await this.#admin.getAccount();
    return isObject(settings) ? settings : {};
  }

  #create(noun: string, record: Json): Promise<Json> {
    return this.#admin.send(`/_admin/accounts/${this.#admin.accountId}/${noun}`, JSON.stringify(record));
  }

  async #extend(seed: Json): Promise<void> {
    await this.#create('seed', seed);
  }
}
