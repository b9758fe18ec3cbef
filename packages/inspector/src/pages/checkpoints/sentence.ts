import { counted } from '../../design/words.ts';

export const WORDS: Readonly<Record<string, readonly [nouns: string, added: string, removed?: string]>> = {
  subscribers: ['subscribers', 'created', 'deleted'],
  subscriber_tags: ['tags', 'applied', 'removed'],
  custom_fields: ['custom fields', 'created'],
  campaigns: ['campaigns', 'created'],
  broadcasts: ['broadcasts', 'created'],
  workflows: ['workflows', 'created'],
  workflow_triggers: ['workflow triggers', 'created'],
  forms: ['forms', 'created'],
  goals: ['conversions', 'created'],
  webhooks: ['webhooks', 'created'],
  campaign_subscriptions: ['campaign subscriptions', 'begun', 'ended'],
  workflow_memberships: ['subscribers', 'started on workflows', 'done with workflows'],
  outbox: ['emails', 'sent', 'pruned'],
  events: ['events', 'recorded', 'pruned'],
  conversions: ['conversions', 'counted'],
  form_submissions: ['form submissions', 'received'],
  orders: ['orders', 'recorded'],
  refunds: ['refunds', 'recorded'],
  carts: ['carts', 'recorded'],
  products: ['products', 'recorded'],
  purchases: ['purchases', 'recorded'],
  webhook_deliveries: ['webhook deliveries', 'begun', 'pruned'],
  accounts: ['accounts', 'created'],
  users: ['users', 'added'],
};

interface Thing {
  readonly id: string;
  readonly label?: string | undefined;
}

type Nouns = Readonly<Record<string, Readonly<Record<'added' | 'removed' | 'changed', readonly Thing[]>>>>;

/** For example `3,000 subscribers created, 49 emails sent, campaign “Second steps” created`. */
export function sentenceOf(nouns: Nouns): string {
  const parts = Object.entries(WORDS).flatMap(([table, [name, came, went = 'deleted']]) => {
    const { added = [], removed = [], changed = [] } = nouns[table] ?? {};
    return [partOf(name, came, added), partOf(name, went, removed), partOf(name, 'changed', changed)];
  });
  return parts.filter((part) => part !== '').join(', ');
}

function partOf(nouns: string, verb: string, [first, ...others]: readonly Thing[]): string {
  if (!first) return '';
  if (others.length > 0 || !first.label) return `${counted(others.length + 1, nouns)} ${verb}`;
  return `${counted(1, nouns).replace('1 ', '')} “${first.label}” ${verb}`;
}
