import { field } from '@trickle/sdk/contract';
import { ShapeError } from '../connection/answers.ts';
import { isObject, shownJson } from '../parse-json.ts';
import type { Json, Part, PartForm, Source } from './parts.ts';
import { type List, listIn, type Order, readList } from './read-list.ts';
import { byId, idOf, membersOf, type Noun, recordForm } from './record-form.ts';
import { kindOf, refusalOf } from './refusal.ts';
import { looksPersonal, withoutAddressesIn, withSafeRecipients, withSafeUrls } from './safe-values.ts';

/** A list that services send in pages. */
const paged = (name: string, call: Order['call']): Order => ({ name, call, hasPages: true });

/** A list that services send whole. */
const whole = (name: string, call: Order['call']): Order => ({ name, call, hasPages: false });

const LISTS = {
  fields: whole('custom_field_identifiers', ({ client, options }) =>
    client.customFieldIdentifiers.list(options),
  ),
  tags: whole('tags', ({ client, options }) => client.tags.list(options)),
  actions: paged('event_actions', ({ client, options }) =>
    client.eventActions.list({ per_page: 1000 }, options),
  ),
  campaigns: paged('campaigns', ({ client, options }) => client.campaigns.list({ page: 1 }, options)),
  broadcasts: paged('broadcasts', ({ client, options }) => client.broadcasts.list({ page: 1 }, options)),
  workflows: paged('workflows', ({ client, options }) => client.workflows.list({ page: 1 }, options)),
  forms: paged('forms', ({ client, options }) => client.forms.list(options)),
  goals: paged('goals', ({ client, options }) => client.goals.list({ status: 'all' }, options)),
  webhooks: whole('webhooks', ({ client, options }) => client.webhooks.list(options)),
};

export const READERS: Readonly<Record<Part, (source: Source) => Promise<PartForm>>> = {
  async account({ client, answers, options }) {
    const [account] = listIn(await answers.bodyOf(() => client.accounts.get(options)), 'accounts');
    if (!isObject(account)) throw new ShapeError(`the response has ${kindOf(account)} instead of an account`);
    const members = withoutAddressesIn(recordForm(membersOf('account').kept, account)) as Json; // of an object
    const owner = account.primary_email ? { primary_email: 'owner@account.example' } : {};
    const unknownMembers = unknownMembersOf('account', [account]);
    return { members: { ...members, ...owner }, leftOut: [], invalid: [], unknownMembers };
  },
  fields: async (source) => namesOf('custom_fields', await readList(source, LISTS.fields)),
  tags: async (source) => namesOf('tags', await readList(source, LISTS.tags)),
  actions: async (source) => namesOf('event_actions', await readList(source, LISTS.actions)),
  async campaigns(source) {
    const list = await readList(source, LISTS.campaigns);
    const campaigns = list.items.filter(isObject);
    const emails = campaigns.reduce(
      (sum, { email_count: count }) => sum + (Number(shownJson(count)) || 0),
      0,
    );
    const campaignIds = campaigns.flatMap((campaign) =>
      formIdsIn(campaign).map((id) => [id, shownJson(campaign.id)]),
    );
    return {
      ...formOf('campaigns', list, withSafeRecipients),
      unreadable: { 'emails of campaigns': emails },
      campaignIds: Object.fromEntries(campaignIds),
    };
  },
  broadcasts: async (source) =>
    formOf('broadcasts', await readList(source, LISTS.broadcasts), withSafeRecipients),
  async workflows(source) {
    const form = formOf('workflows', await readList(source, LISTS.workflows));
    const [workflows, invalid, unknownMembers] = [[] as Json[], [...form.invalid], [...form.unknownMembers]];
    const refused = new Map<string, number | string>();
    for (const workflow of form.members.workflows as readonly Json[]) {
      const id = String(workflow.id); // of a record, as `formOf` returns them
      const triggers = await readTriggers(source, id);
      if (typeof triggers === 'object') {
        workflows.push({ ...workflow, ...triggers.members });
        invalid.push(...triggers.invalid);
        unknownMembers.push(...triggers.unknownMembers);
      } else {
        workflows.push(workflow);
        refused.set(id, triggers);
      }
    }
    const unreadable = { 'workflows, of which the steps are not readable': workflows.length };
    return {
      members: { workflows },
      unreadable,
      refused,
      leftOut: [],
      invalid,
      unknownMembers: [...new Set(unknownMembers)],
    };
  },
  async forms(source) {
    const form = formOf('forms', await readList(source, LISTS.forms));
    const { length } = form.members.forms as readonly unknown[]; // as `formOf` returns them
    return { ...form, unreadable: { 'forms, of which the fields are not readable': length } };
  },
  goals: async (source) => formOf('goals', await readList(source, LISTS.goals)),
  webhooks: async (source) => formOf('webhooks', await readList(source, LISTS.webhooks), withSafeUrls),
};

async function readTriggers(source: Source, id: string): Promise<PartForm | number | string> {
  const list = whole('triggers', ({ client, options }) => client.workflowTriggers.list(id, options));
  try {
    return formOf('triggers', await readList(source, list), undefined, `triggers of workflow ${id}`);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return refusal;
  }
}

function formIdsIn({ links }: Json): string[] {
  const forms = isObject(links) ? links.forms : undefined;
  return Array.isArray(forms) ? forms.map(String) : [];
}

/** The records of a list as seed data, without duplicates, ordered by id. */
function formOf(
  noun: Noun,
  list: List,
  safe: (records: readonly Json[]) => readonly Json[] = (records) => records,
  place: string = noun,
): PartForm {
  const { kept } = membersOf(noun);
  const records = new Map<unknown, Json>();
  const invalid = new Set(incompleteIn(list, place));
  for (const item of list.items) {
    if (!isObject(item)) invalid.add(`${place}: ${kindOf(item)} instead of a record`);
    else if (!isId(idOf(item))) invalid.add(`${place}: a record without a valid id`);
    else records.set(idOf(item), withoutAddressesIn(recordForm(kept, item)) as Json); // of an object
  }
  return {
    members: { [noun]: safe([...records.values()].sort(byId)) },
    leftOut: [],
    invalid: [...invalid],
    unknownMembers: unknownMembersOf(noun, list.items.filter(isObject)),
  };
}

/** Whether an id can be used in files and URLs. */
const isId = (id: unknown): boolean =>
  typeof id === 'string' && id.isWellFormed() && field.name().safeParse(id).success;

const incompleteIn = ({ isComplete }: List, place: string): string[] =>
  isComplete ? [] : [`${place}: pages that the service announces and does not deliver`];

function unknownMembersOf(noun: Noun, responses: readonly Json[]): string[] {
  const { described } = membersOf(noun);
  const names = new Set(responses.flatMap((response) => Object.keys(response)));
  return [...names]
    .filter((name) => !described.includes(name) && !looksPersonal(name))
    .map((name) => `${noun}.${name}`);
}

/** A list of names: each once, in alphabetical order, without those that look personal. */
function namesOf(member: string, list: List): PartForm {
  const names = new Set(list.items.filter((name) => typeof name === 'string' && name !== '') as string[]); // filtered
  const others = new Set(list.items.filter((name) => typeof name !== 'string').map(kindOf));
  const safe = [...names].filter((name) => !looksPersonal(name)).sort();
  const count = names.size - safe.length;
  return {
    members: { [member]: safe },
    leftOut: count === 0 ? [] : [`${member}: ${count} that contain an email address or a phone number`],
    invalid: [
      ...incompleteIn(list, member),
      ...[...others].map((kind) => `${member}: ${kind} instead of a name`),
    ],
    unknownMembers: [],
  };
}
