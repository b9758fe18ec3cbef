import { ApiError } from '@trickle/sdk';
import {
  Account,
  Broadcast,
  Campaign,
  Form,
  Goal,
  Webhook,
  Workflow,
  WorkflowTrigger,
} from '@trickle/sdk/contract';
import type { Json, Part, PartForm, Source } from './parts.ts';
import { readAll } from './read-all.ts';
import { byId, type Noun, recordForm } from './record-form.ts';
import { looksPersonal, withoutAddressesIn, withSafeRecipients, withSafeUrls } from './safe-values.ts';
import { SKIPPED } from './skipped.ts';

/** What the interface says about the records of a response. */
const SCHEMAS = {
  account: Account,
  campaigns: Campaign,
  broadcasts: Broadcast,
  workflows: Workflow,
  triggers: WorkflowTrigger,
  forms: Form,
  goals: Goal,
  webhooks: Webhook,
} satisfies Partial<Record<Noun, unknown>>;

/** The kinds of records of an account. */
type AccountNoun = keyof typeof SCHEMAS;

const PER_PAGE = 1000;

const idOf = ({ id }: { readonly id: string }) => id;

/** Reads a part of an account, and brings it into the form of a seed. */
export const READERS: Readonly<Record<Part, (source: Source) => Promise<PartForm>>> = {
  async account({ client, options }) {
    const account = await client.accounts.get(options);
    const { records, ...others } = formOf('account', [account]);
    const owner = account.primary_email ? { primary_email: 'owner@account.example' } : {};
    return { members: { ...records[0], ...owner }, ...others };
  },
  async fields({ client, options }) {
    return namesOf('custom_fields', await client.customFieldIdentifiers.list(options));
  },
  async tags({ client, options }) {
    return namesOf('tags', await client.tags.list(options));
  },
  async actions({ client, options }) {
    const readPage = (page: number) => client.eventActions.list({ per_page: PER_PAGE, page }, options);
    return namesOf('event_actions', await readAll('event actions', readPage, (name) => name));
  },
  async campaigns({ client, options }) {
    const campaigns = await readAll('campaigns', (page) => client.campaigns.list({ page }, options), idOf);
    const { records, ...others } = formOf('campaigns', campaigns);
    const emails = campaigns.reduce((sum, { email_count: count }) => sum + (Number(count) || 0), 0);
    const formIds = campaigns.map(({ id, links }) => [id, links?.forms ?? []] as const);
    return {
      members: { campaigns: withSafeRecipients(records) },
      unreadable: { 'emails of campaigns': emails },
      formIds: Object.fromEntries(formIds),
      ...others,
    };
  },
  async broadcasts({ client, options }) {
    const readPage = (page: number) => client.broadcasts.list({ page }, options);
    const { records, ...others } = formOf('broadcasts', await readAll('broadcasts', readPage, idOf));
    return { members: { broadcasts: withSafeRecipients(records) }, ...others };
  },
  async workflows({ client, options }) {
    const readPage = (page: number) => client.workflows.list({ page }, options);
    const { records, ...others } = formOf('workflows', await readAll('workflows', readPage, idOf));
    const workflows: Json[] = [];
    const refused = new Map<string, number>();
    const [leftOut, unknownMembers] = [[...others.leftOut], [...others.unknownMembers]];
    for (const workflow of records) {
      const id = String(workflow.id);
      const answer = await client.workflowTriggers.list(id, options).catch(statusIfRefused);
      if (typeof answer === 'number') {
        refused.set(id, answer);
        workflows.push(workflow);
        continue;
      }
      const triggers = formOf('triggers', answer);
      workflows.push({ ...workflow, triggers: triggers.records });
      leftOut.push(...triggers.leftOut);
      unknownMembers.push(...triggers.unknownMembers);
    }
    return {
      members: { workflows },
      unreadable: { 'workflows, of which the steps are not readable': workflows.length },
      refused,
      leftOut,
      unknownMembers: [...new Set(unknownMembers)],
    };
  },
  async forms({ client, options }) {
    const { records, ...others } = formOf('forms', await client.forms.list(options));
    return {
      members: { forms: records },
      unreadable: { 'forms, of which the fields are not readable': records.length },
      ...others,
    };
  },
  async goals({ client, options }) {
    const { records, ...others } = formOf('goals', await client.goals.list({ status: 'all' }, options));
    return { members: { goals: records }, ...others };
  },
  async webhooks({ client, options }) {
    const { records, ...others } = formOf('webhooks', await client.webhooks.list(options));
    return { members: { webhooks: withSafeUrls(records) }, ...others };
  },
};

function statusIfRefused(error: unknown): number {
  if (!(error instanceof ApiError) || !SKIPPED.includes(error.status)) throw error;
  return error.status;
}

/** The records of responses in the form of a seed, each once, ordered by id. */
function formOf(noun: AccountNoun, responses: readonly object[]) {
  const described = new Set(Object.keys(SCHEMAS[noun]().shape));
  const records = new Map<unknown, Json>();
  const leftOut = new Set<string>();
  const unknownMembers = new Set<string>();
  for (const response of responses) {
    for (const name of Object.keys(response)) if (!described.has(name)) unknownMembers.add(name);
    const result = recordForm(noun, response);
    if ('form' in result)
      records.set(result.form.id, withoutAddressesIn(result.form) as Json); // of an object
    else leftOut.add(`${noun}: a record with an unexpected ${result.refused}`);
  }
  return {
    records: [...records.values()].sort(byId),
    leftOut: [...leftOut],
    unknownMembers: [...unknownMembers]
      .filter((name) => !looksPersonal(name))
      .map((name) => `${noun}.${name}`),
  };
}

/** A list of names: each once, in alphabetical order, without those that look personal. */
function namesOf(member: string, names: readonly string[]): PartForm {
  const all = new Set(names.filter((name) => typeof name === 'string' && name !== ''));
  const safe = [...all].filter((name) => !looksPersonal(name)).sort();
  const count = all.size - safe.length;
  return {
    members: { [member]: safe },
    leftOut: count === 0 ? [] : [`${member}: ${count} that contain an email address or a phone number`],
    unknownMembers: [],
  };
}
