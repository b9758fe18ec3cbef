import type { FaultInput, FaultPlace } from '@trickle/mock-server/admin';

/** A field of the form: its member of the fault, and how its text is read. */
export interface FaultField {
  readonly name: string;
  readonly label: string;
  /** The places that the field applies to. */
  readonly places: readonly FaultPlace[];
  readonly type: 'text' | 'number' | 'json' | 'flag' | 'choice';
  readonly choices?: readonly string[];
  readonly hint?: string;
}

/** The places where faults can be injected. */
export const PLACES = [
  'request',
  'record',
  'webhook',
  'email',
  'content',
] as const satisfies readonly FaultPlace[];

const ALL = PLACES;

/** Which pieces of work a fault is injected into. */
const TARGETS = {
  operation: { label: 'Operation', places: ['request', 'record'], type: 'text', hint: 'subscribers.upsert' },
  method: { label: 'Method', places: ['request'], type: 'choice', choices: ['GET', 'POST', 'PUT', 'DELETE'] },
  path: { label: 'Path', places: ['request', 'content'], type: 'text', hint: '/v2/*/events' },
  webhook: { label: 'Webhook id', places: ['webhook'], type: 'text' },
  event: { label: 'Event', places: ['webhook'], type: 'text', hint: 'subscriber.created' },
  email: { label: 'Email address', places: ['record', 'email'], type: 'text' },
  body: { label: 'Body contains', places: ['request', 'record'], type: 'json', hint: 'A subset, as JSON' },
} satisfies Fields;

/** What a fault does. */
const EFFECTS = {
  status: { label: 'Status', places: ['request', 'webhook', 'content'], type: 'number', hint: '200–599' },
  latency: {
    label: 'Delay in ms',
    places: ['request', 'webhook', 'content'],
    type: 'number',
    hint: 'Real time',
  },
  drop: {
    label: 'Drop the connection',
    places: ['request', 'webhook', 'email', 'content'],
    type: 'choice',
    choices: ['before', 'after'],
    hint: 'Before or after processing',
  },
  conflict: { label: 'Concurrent update', places: ['request'], type: 'flag' },
  done: { label: 'Process it first', places: ['request'], type: 'flag' },
  truncate: { label: 'Cut the answer at', places: ['request'], type: 'number', hint: 'Share, 0 to 1' },
  pace: { label: 'Bytes per second', places: ['request'], type: 'number' },
  headers: { label: 'Headers', places: ['request'], type: 'json', hint: '{ "retry-after": "30" }' },
  answer: { label: 'Answer', places: ['request'], type: 'json', hint: 'JSON in place of the usual body' },
  refuse: { label: 'Reject the record', places: ['record'], type: 'flag' },
  duplicate: { label: 'Further copies', places: ['webhook'], type: 'number' },
  hold: { label: 'Hold for seconds', places: ['webhook'], type: 'number', hint: "The server's time" },
  bounce: { label: 'Bounce', places: ['email'], type: 'flag' },
  errors: {
    label: 'Errors',
    places: ['request', 'record'],
    type: 'json',
    hint: '[{ "code": "email_error", "attribute": "email" }]',
  },
} satisfies Fields;

/** When a fault takes effect. */
const CONDITIONS = {
  after: { label: 'Skip first', places: ALL, type: 'number' },
  times: { label: 'At most times', places: ALL, type: 'number' },
  probability: { label: 'Probability', places: ALL, type: 'number', hint: '0 to 1' },
  seed: { label: 'Seed', places: ALL, type: 'number', hint: 'Of the probability' },
} satisfies Fields;

type Fields = Readonly<Record<string, Omit<FaultField, 'name'>>>;

/** Each member of a fault has a field, but for those that the form sets itself. */
const MEMBERS = { ...TARGETS, ...EFFECTS, ...CONDITIONS } satisfies Readonly<
  Record<Exclude<keyof FaultInput, 'id' | 'on' | 'account'>, unknown>
>;

const listOf = (fields: Fields): readonly FaultField[] =>
  Object.entries(fields).map(([name, field]) => ({ name, ...field }));

export const TARGET_FIELDS = listOf(TARGETS);
export const EFFECT_FIELDS = listOf(EFFECTS);
export const CONDITION_FIELDS = listOf(CONDITIONS);

const FIELDS = listOf(MEMBERS);

/** The texts of the form's fields, by member. */
export type FormTexts = Readonly<Record<string, string>>;

/** The texts that show a fault in the form. */
export function textsOf(fault: FaultInput): FormTexts {
  const entries = Object.entries(fault).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return { on: 'request', ...Object.fromEntries(entries) };
}

/** The fault that the form describes, without the fields that do not apply to its place. */
export function faultOf(texts: FormTexts): FaultInput {
  const on = PLACES.find((place) => place === texts.on) ?? 'request';
  const members = FIELDS.filter(({ name, places }) => places.includes(on) && texts[name]).map((field) => [
    field.name,
    memberOf(field, texts[field.name] ?? ''),
  ]);
  return { on, ...Object.fromEntries(members) }; // the server checks the values
}

function memberOf({ type }: FaultField, text: string): unknown {
  if (type === 'flag') return text === 'true';
  if (type === 'number') return Number(text);
  return type === 'json' ? parsed(text) : text;
}

/** Text that is not JSON is sent as it is, so that the server says what is wrong with it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
