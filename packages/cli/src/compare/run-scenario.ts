import { setTimeout as wait } from 'node:timers/promises';
import { isObject, shownJson } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { type Exchange, endpointOf, type Run } from './exchange.ts';
import type { Scenario, Step } from './scenario.ts';
import type { Side } from './side.ts';

/** Delays before a request with `until` is repeated, in milliseconds; each is twice the previous one. */
const FIRST_WAIT = 20;
const LAST_WAIT = 10_000;

export type Addresses = Readonly<Record<string, string>>;

export async function runScenario(
  side: Side,
  scenario: Scenario,
  addresses: Addresses,
  signal?: AbortSignal,
): Promise<Run> {
  const values = new Map([...Object.entries(addresses), ['account', side.accountId]]);
  if (addresses.ann) values.set('ANN', addresses.ann.toUpperCase());
  const exchanges: Exchange[] = [];
  let stopped: string | undefined;
  for (const [i, step] of scenario.steps.entries()) {
    const raw = await runStep(side, filledIn(step, values), signal);
    const { call, status } = raw;
    // The following steps would depend on an unknown state.
    if (status === 0 || status >= 500) {
      return { scenario: scenario.id, exchanges, undecided: { step: i, call, status } };
    }
    requireRefused(scenario, raw);
    exchanges.push(withPlaceholders(raw, side, addresses));
    stopped = save(step, raw, values) ?? (isReached(step, raw) ? undefined : step.until?.at);
    if (stopped !== undefined) break;
  }
  return { scenario: scenario.id, exchanges, ...(stopped !== undefined && { stopped }) };
}

async function runStep(side: Side, step: Step, signal: AbortSignal | undefined): Promise<Exchange> {
  let exchange = await side.send(step, signal);
  for (let delay = FIRST_WAIT; delay < LAST_WAIT && !isReached(step, exchange); delay *= 2) {
    await wait(delay, undefined, { signal });
    exchange = await side.send(step, signal);
  }
  return exchange;
}

function isReached({ until }: Step, { body }: Exchange): boolean {
  if (!until) return true;
  const text = textAt(body, until.at);
  return text !== undefined && text !== until.not;
}

/** Ensures that nothing changes where only reading is permitted, even if a server accepts what it should refuse. */
function requireRefused(scenario: Scenario, { call, status }: Exchange): void {
  if (scenario.class !== 'read' || status >= 400 || endpointOf(call).method === 'GET') return;
  throw new UsageError(
    `${call} was accepted with ${status} in the scenario ${scenario.id}, where every server should refuse it. Nothing more was sent. Check the account, and report the scenario.`,
  );
}

/** Saves values of a response. Returns the first place without a value. */
function save(
  { save: names = {} }: Step,
  { body }: Exchange,
  values: Map<string, string>,
): string | undefined {
  for (const [name, place] of Object.entries(names)) {
    const text = textAt(body, place);
    if (text === undefined) return place;
    values.set(name, text);
  }
  return undefined;
}

/** The value at a place such as `campaigns.0.id` or `forms.oldest.id`, as a string; undefined if there is none. */
function textAt(body: unknown, place: string): string | undefined {
  const value = place.split('.').reduce<unknown>(memberOf, body);
  return value === undefined || value === null || value === '' ? undefined : shownJson(value);
}

function memberOf(value: unknown, name: string): unknown {
  if (name === 'oldest' && Array.isArray(value)) {
    // Lists without a documented order may begin with any record.
    const timeOf = (record: unknown) =>
      isObject(record) ? shownJson(record.created_at ?? record.occurred_at) : '';
    return value.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1))[0];
  }
  return isObject(value) || Array.isArray(value) ? Reflect.get(value, name) : undefined;
}

function filledIn<Value>(value: Value, values: ReadonlyMap<string, string>): Value {
  return mapTexts(value, (text) =>
    text.replaceAll(/\{(\w+)\}/g, (name, key) => values.get(key) ?? name),
  ) as Value;
}

/** Replaces server-specific values by placeholders: the URL, the account, the subscribers. */
function withPlaceholders(exchange: Exchange, { baseUrl, accountId }: Side, addresses: Addresses): Exchange {
  const subscribers = Object.entries(addresses).flatMap(([name, address]) =>
    [address, encodeURIComponent(address)].flatMap((text) => [
      [text, `{${name}}`],
      [text.toUpperCase(), `{${name.toUpperCase()}}`],
    ]),
  );
  return mapTexts(exchange, (text) => {
    let replaced = text.replaceAll(baseUrl, '{base}');
    for (const [address = '', name = ''] of subscribers) replaced = replaced.replaceAll(address, name);
    if (replaced === accountId) return '{account}';
    return replaced.startsWith('{base}')
      ? replaced
          .split('/')
          .map((part) => (part === accountId ? '{account}' : part))
          .join('/')
      : replaced;
  }) as Exchange;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}
