import { deepStrictEqual as same } from 'node:assert/strict';
import { actualSchema, type Shape } from './actual-schema.ts';
import { type Check, type Contract, operationsOf } from './check.ts';
import { type TableField, tables } from './facts.ts';

/** The tables of `interface.json`, field by field, with no help from `prose.json`. */
export function tableChecks(contract: Contract): Check[] {
  const operations = operationsOf(contract);
  const resourcesByTitle: Readonly<Record<string, () => Shape>> = {
    Subscriber: () => actualSchema(contract.Subscriber()),
    'Email series campaign': () => actualSchema(contract.Campaign()),
    'Campaign subscription': () => actualSchema(contract.CampaignSubscription()),
    'Single-email campaign (broadcast)': () => actualSchema(contract.Broadcast()),
    Workflow: () => actualSchema(contract.Workflow()),
    'Workflow trigger': () => actualSchema(contract.WorkflowTrigger()),
    Account: () => actualSchema(contract.Account()),
    Form: () => actualSchema(contract.Form()),
    'Conversion (goal)': () => actualSchema(contract.Goal()),
    Webhook: () => actualSchema(contract.Webhook()),
    'Purchase (beta)': () => actualSchema(contract.Purchase()),
    'Legacy order': () => actualSchema(contract.Order()),
  };
  const bodyOf = (key: string) => actualSchema(operations.get(key)?.body?.item() ?? missing(key));
  const queryOf = (key: string) => actualSchema(operations.get(key)?.query?.() ?? missing(key));
  const argumentsByTitle: Readonly<Record<string, () => Shape>> = {
    'Subscribers: Create or update arguments': () => bodyOf('subscribers.upsert'),
    'Subscribers: List arguments (query)': () => queryOf('subscribers.list'),
    'Email series campaigns: Subscribe-to-campaign arguments': () => bodyOf('campaigns.subscribe'),
    'Shopper activity (v3): Cart activity arguments': () => bodyOf('shopperActivity.cart'),
  };
  return [
    {
      name: 'every table of fields is compared',
      run: () => {
        same(Object.keys(resourcesByTitle), Object.keys(tables.resources));
        same(Object.keys(argumentsByTitle), Object.keys(tables.arguments));
      },
    },
    ...Object.entries(tables.resources).map(([title, fields]) => ({
      name: `${title} has exactly the fields and types of its table`,
      run: () => same(lettersOf(resourcesByTitle[title]?.()), tableLetters(fields)),
    })),
    ...Object.entries(tables.arguments).map(([title, fields]) => ({
      name: `${title} have exactly the names, types and required flags of their table`,
      run: () => {
        const shape = argumentsByTitle[title]?.();
        same(without(lettersOf(shape), 'potential_lead'), tableLetters(fields));
        same(
          without(requiredOf(shape), 'potential_lead'),
          Object.fromEntries(fields.map(({ name, required = false }) => [name, required !== false])),
        );
      },
    })),
  ];
}

function missing(key: string): never {
  throw new Error(`${key} is missing`);
}

/** `potential_lead` stands in the notes of `prospect`, not in a line of its own. */
function without<Value>(record: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

const tableLetters = (fields: readonly TableField[]) =>
  Object.fromEntries(fields.map(({ name, type }) => [name, type]));

function lettersOf(shape: Shape | undefined): Record<string, string> {
  const properties = (shape?.properties ?? {}) as Readonly<Record<string, Shape>>;
  const required = (shape?.required ?? []) as readonly string[];
  return Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, letterOf(one, required.includes(name))]),
  );
}

/** A member that is both required and nullable is one that the table gives as "or null". */
function letterOf({ type, items, nullable }: Shape, required: boolean): string {
  if (type === 'array') return `${(items as Shape).type}[]`;
  return `${type ?? ''}${nullable && required ? '|null' : ''}`;
}

/** Whether each argument is required, alone or as one of a group. */
function requiredOf(shape: Shape | undefined): Record<string, boolean> {
  const alone = (shape?.required ?? []) as readonly string[];
  const groups = ((shape?.anyOf ?? []) as readonly { required: readonly string[] }[]).flatMap(
    ({ required }) => required,
  );
  const names = Object.keys((shape?.properties ?? {}) as object);
  return Object.fromEntries(names.map((name) => [name, alone.includes(name) || groups.includes(name)]));
}
