import type { Item } from '../../api/responses.ts';

/** A fault in the list. */
export type Fault = Item<'GET /_admin/faults', 'faults'>;

type Name = keyof Fault;

const SELECTORS: readonly string[] = [
  'account',
  'operation',
  'method',
  'path',
  'webhook',
  'event',
  'email',
  'body',
] satisfies Name[];
const CONDITIONS: readonly string[] = ['after', 'times', 'probability', 'seed'] satisfies Name[];
const FACTS = [...SELECTORS, ...CONDITIONS, 'id', 'on', 'seen', 'fired', 'hits'];

/** What a fault is injected into, such as `subscribers.upsert`. */
export const targetOf = ({ operation, ...fault }: Fault): string =>
  [operation, partsOf(fault, (name) => SELECTORS.includes(name))].filter(Boolean).join(', ') || 'all';

/** What a fault does, such as `status 503`. */
export const effectOf = (fault: Fault): string => partsOf(fault, (name) => !FACTS.includes(name));

/** When a fault takes effect, such as `times 3`. */
export const conditionOf = (fault: Fault): string =>
  partsOf(fault, (name) => CONDITIONS.includes(name)) || 'always';

/** Whether a fault has taken effect as often as it may. */
export const isUsedUp = ({ times, fired }: Fault): boolean => times !== undefined && fired >= times;

const partsOf = (fault: Partial<Fault>, isWanted: (name: string) => boolean): string =>
  Object.entries(fault)
    .filter(([name]) => isWanted(name))
    .map(([name, value]) => (value === true ? name : `${name} ${textOf(value)}`))
    .join(', ');

/** A value as text; of the errors that a response gets, only their codes. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(hasCode)) return value.map(({ code }) => code).join(', ');
  return JSON.stringify(value);
};

const hasCode = (value: unknown): value is { readonly code: string } =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
