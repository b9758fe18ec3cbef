import { readdirSync, readFileSync } from 'node:fs';

/** One call with what it puts on the wire, what comes back, and what the SDK makes of that. */
export interface Example {
  readonly call: readonly unknown[];
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly result?: unknown;
}

/** One entry of a 422 answer, without its message. */
export interface Issue {
  readonly code: string;
  readonly attribute: string;
}

/** A request that is refused with exactly these issues, in any order. */
interface InvalidCase {
  readonly why: string;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly errors: readonly Issue[];
  /** Whether the rule is a recommendation: the SDK keeps to it, and the server takes other values with a warning. */
  readonly recommended?: true;
}

/** A record of a batch that is refused; attributes are relative to the record. */
interface InvalidRecord {
  readonly why: string;
  readonly record: Readonly<Record<string, unknown>>;
  readonly errors: readonly Issue[];
  readonly recommended?: true;
}

/** Everything that is written down about one operation. */
export interface Golden {
  /** `<noun>.<method>` */
  readonly key: string;
  readonly examples: readonly [Example, ...Example[]];
  readonly invalid: readonly InvalidCase[];
  readonly misshapen: readonly { readonly why: string; readonly body: unknown }[];
  /** A batch of as many records as are allowed. */
  readonly largest?: unknown;
  readonly records: readonly InvalidRecord[];
}

interface Repeated {
  readonly body?: unknown;
  readonly repeat?: number;
}

interface Entry extends Example {
  readonly examples?: readonly Example[];
  readonly invalid?: readonly (InvalidCase & Repeated)[];
  readonly misshapen?: Golden['misshapen'];
  readonly largest?: Repeated;
  readonly records?: readonly InvalidRecord[];
  readonly recordsAs?: string;
}

/** Reads every golden of this folder, with `{base_url}` replaced. */
export function readGoldens(baseUrl = 'https://api.example.test'): readonly Golden[] {
  const entries: Record<string, Entry> = {};
  for (const file of readdirSync(import.meta.dirname)) {
    if (!file.endsWith('.json')) continue;
    const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
    Object.assign(entries, JSON.parse(text.replaceAll('{base_url}', baseUrl)));
  }
  return Object.entries(entries).map(([key, entry]) => golden(key, entry, entries));
}

function golden(key: string, entry: Entry, all: Readonly<Record<string, Entry>>): Golden {
  const { examples = [], invalid = [], misshapen = [], largest, records, recordsAs, ...first } = entry;
  return {
    key,
    examples: [first, ...examples],
    invalid: invalid.map((one) => ({ ...one, ...(one.repeat && { body: repeated(one) }) })),
    misshapen,
    ...(largest && { largest: repeated(largest) }),
    records: records ?? (recordsAs ? recordsOf(recordsAs, all) : []),
  };
}

/** The records that another operation refuses, taken out of their envelopes. */
function recordsOf(key: string, all: Readonly<Record<string, Entry>>): InvalidRecord[] {
  return (all[key]?.invalid ?? []).map(({ body, ...one }) => ({ ...one, record: recordIn(body) }));
}

function recordIn(body: unknown): Readonly<Record<string, unknown>> {
  const members = body as Readonly<Record<string, unknown>>;
  const [only] = Object.values(members);
  return Array.isArray(only) && Object.keys(members).length === 1 ? only[0] : members;
}

/** The body with its one record as many times as `repeat` says. */
function repeated({ body, repeat = 1 }: Repeated): unknown {
  return JSON.parse(JSON.stringify(body), (_, value) =>
    Array.isArray(value) && isRecordList(value) ? Array.from({ length: repeat }, () => value[0]) : value,
  );
}

/** The innermost list: the one whose record holds no list of its own. */
function isRecordList(list: readonly unknown[]): boolean {
  return list.length === 1 && !Object.values(list[0] as object).some(Array.isArray);
}
