import type { FaultInput } from './fault.ts';

/** A field of the form: its member of the fault, and how its text is read. */
export interface FaultField {
  readonly name: string;
  readonly label: string;
  /** The places that the field applies to. */
  readonly places: readonly string[];
  readonly type: 'text' | 'number' | 'json' | 'flag' | 'choice';
  readonly choices?: readonly string[];
  readonly hint?: string;
}

/** The places where faults can be injected. */
export const PLACES = ['request', 'record', 'webhook', 'email', 'content'] as const;

const ALL = PLACES;

/** Which pieces of work a fault is injected into. */
export const TARGET_FIELDS: readonly FaultField[] = [
  {
    name: 'operation',
    label: 'Operation',
    places: ['request', 'record'],
    type: 'text',
    hint: 'subscribers.upsert',
  },
  {
    name: 'method',
    label: 'Method',
    places: ['request'],
    type: 'choice',
    choices: ['GET', 'POST', 'PUT', 'DELETE'],
  },
  { name: 'path', label: 'Path', places: ['request', 'content'], type: 'text', hint: '/v2/*/events' },
  { name: 'webhook', label: 'Webhook id', places: ['webhook'], type: 'text' },
  { name: 'event', label: 'Event', places: ['webhook'], type: 'text', hint: 'subscriber.created' },
  { name: 'email', label: 'Email address', places: ['record', 'email'], type: 'text' },
  {
    name: 'body',
    label: 'Body contains',
    places: ['request', 'record'],
    type: 'json',
    hint: 'A subset, as JSON',
  },
];

/** What a fault does. */
export const EFFECT_FIELDS: readonly FaultField[] = [
  {
    name: 'status',
    label: 'Status',
    places: ['request', 'webhook', 'content'],
    type: 'number',
    hint: '200–599',
  },
  {
    name: 'latency',
    label: 'Delay in ms',
    places: ['request', 'webhook', 'content'],
    type: 'number',
    hint: 'Real time',
  },
  {
    name: 'drop',
    label: 'Drop the connection',
    places: ['request', 'webhook', 'email', 'content'],
    type: 'choice',
    choices: ['before', 'after'],
    hint: 'Before or after processing',
  },
  { name: 'conflict', label: 'Concurrent update', places: ['request'], type: 'flag' },
  { name: 'done', label: 'Process it first', places: ['request'], type: 'flag' },
  {
    name: 'truncate',
    label: 'Cut the answer at',
    places: ['request'],
    type: 'number',
    hint: 'Share, 0 to 1',
  },
  { name: 'pace', label: 'Bytes per second', places: ['request'], type: 'number' },
  { name: 'headers', label: 'Headers', places: ['request'], type: 'json', hint: '{ "retry-after": "30" }' },
  {
    name: 'answer',
    label: 'Answer',
    places: ['request'],
    type: 'json',
    hint: 'JSON in place of the usual body',
  },
  { name: 'refuse', label: 'Reject the record', places: ['record'], type: 'flag' },
  { name: 'duplicate', label: 'Further copies', places: ['webhook'], type: 'number' },
  { name: 'hold', label: 'Hold for seconds', places: ['webhook'], type: 'number', hint: "The server's time" },
  { name: 'bounce', label: 'Bounce', places: ['email'], type: 'flag' },
];

/** When a fault takes effect. */
export const CONDITION_FIELDS: readonly FaultField[] = [
  { name: 'after', label: 'Skip first', places: ALL, type: 'number' },
  { name: 'times', label: 'At most times', places: ALL, type: 'number' },
  { name: 'probability', label: 'Probability', places: ALL, type: 'number', hint: '0 to 1' },
];

const FIELDS = [...TARGET_FIELDS, ...EFFECT_FIELDS, ...CONDITION_FIELDS];

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
  const { on = 'request' } = texts;
  const members = FIELDS.filter(({ name, places }) => places.includes(on) && texts[name]).map((field) => [
    field.name,
    memberOf(field, texts[field.name] ?? ''),
  ]);
  return { on, ...Object.fromEntries(members) };
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
