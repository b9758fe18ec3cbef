/** A fault as `GET /_admin/faults` lists it, and as `POST /_admin/faults` accepts it without the counts. */
export interface FaultInput {
  readonly on?: string;
  readonly account?: string;
  readonly operation?: string;
  readonly method?: string;
  readonly path?: string;
  readonly body?: unknown;
  readonly webhook?: string;
  readonly event?: string;
  readonly email?: string;
  readonly after?: number;
  readonly times?: number;
  readonly probability?: number;
  readonly latency?: number;
  readonly status?: number;
  readonly drop?: string;
  readonly [effect: string]: unknown;
}

export interface Fault extends FaultInput {
  readonly id: string;
  readonly on: string;
  /** Number of matches. */
  readonly seen: number;
  /** Number of times it took effect. */
  readonly fired: number;
}

const SELECTORS = ['account', 'operation', 'method', 'path', 'webhook', 'event', 'email', 'body'];
const CONDITIONS = ['after', 'times', 'probability', 'seed'];
const FACTS = [...SELECTORS, ...CONDITIONS, 'id', 'on', 'seen', 'fired', 'hits'];

/** What a fault is injected into, such as `subscribers.upsert`. */
export const targetOf = ({ operation, ...fault }: Fault): string =>
  [operation, partsOf(fault, (name) => SELECTORS.includes(name))].filter(Boolean).join(', ') || 'all';

/** What a fault does, such as `status 503`. */
export const effectOf = (fault: Fault): string => partsOf(fault, (name) => !FACTS.includes(name));

/** When a fault takes effect, such as `times 3`. */
export const conditionOf = (fault: Fault): string =>
  partsOf(fault, (name) => CONDITIONS.includes(name)) || 'always';

const partsOf = (fault: FaultInput, isWanted: (name: string) => boolean): string =>
  Object.entries(fault)
    .filter(([name]) => isWanted(name))
    .map(([name, value]) => (value === true ? name : `${name} ${textOf(value)}`))
    .join(', ');

/** A value as text; of the errors that an answer gets, only their codes. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(hasCode)) return value.map(({ code }) => code).join(', ');
  return JSON.stringify(value);
};

const hasCode = (value: unknown): value is { readonly code: string } =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
