import { shortened } from '@trickle/design/terminal';
import type { Plan } from '@trickle/mock-server';
import { counted, grouped } from '../terminal/counted.ts';

/** The tone of a line: new, gone, or a warning. */
export type Tone = 'new' | 'gone' | 'warning';

export interface Detail {
  readonly text: string;
  readonly tone?: Tone | undefined;
}

export interface Row {
  readonly cells: readonly string[];
  readonly details?: readonly Detail[] | undefined;
  /** The total number of details, if only examples are known. */
  readonly total?: number | undefined;
}

/** A part of the report, for the terminal and for the page. */
export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly note?: string | undefined;
}

const MAX_VALUE = 60;

export const sectionsOf = (plan: Plan): Section[] =>
  [
    records(plan),
    names(plan),
    entries(plan),
    emails(plan),
    webhooks(plan),
    requests(plan),
    limits(plan),
  ].filter(({ rows, note }) => rows.length > 0 || note !== undefined);

const signed = (sign: string, count: number) => (count === 0 ? '' : `${sign}${grouped(count)}`);

const SIGNS = { added: '+', changed: '~', deleted: '-' } as const;
const TONES = { added: 'new', changed: undefined, deleted: 'gone' } as const;

const records = ({ records: nouns }: Plan): Section => ({
  title: 'Records',
  rows: nouns.map(({ noun, added, changed, deleted, examples }) => ({
    cells: [noun, signed('+', added), signed('~', changed), signed('-', deleted)],
    details: examples.map(({ change, label, changes = {} }) => {
      const parts = Object.entries(changes).map(
        ([member, [before, now]]) => `${member} ${shown(before)} → ${shown(now)}`,
      );
      const text = [`${SIGNS[change]} ${label}`, ...(parts.length > 0 ? [parts.join(', ')] : [])].join(': ');
      return { text, tone: TONES[change] };
    }),
    total: added + changed + deleted,
  })),
});

const shown = (value: unknown) => (value === null ? 'none' : shortened(JSON.stringify(value), MAX_VALUE));

const names = ({ names: { tags, fields, actions } }: Plan): Section => ({
  title: 'Names that did not exist before',
  rows: (
    [
      ['tags', tags],
      ['custom fields', fields],
      ['event actions', actions],
    ] as const
  ).flatMap(([noun, list]) =>
    list.length === 0
      ? []
      : [{ cells: [noun, grouped(list.length)], details: list.map((text) => ({ text })) }],
  ),
});

const entries = ({ entries: list }: Plan): Section => ({
  title: 'Subscribers who enter campaigns and workflows',
  rows: list.map(({ kind, name, count, examples }) => ({
    cells: [kind, name, grouped(count)],
    details: examples.map((text) => ({ text })),
    total: count,
  })),
});

const emails = ({ emails: list, days, others }: Plan): Section => ({
  title: `Emails of the next ${counted(days, 'day')}`,
  rows: list.map(({ kind, name, subject, count, fewer, first }) => ({
    cells: [
      [kind, name].filter((word) => word !== '').join(' '),
      shortened(subject, MAX_VALUE),
      [signed('+', count), signed('-', fewer)].filter((number) => number !== '').join(' '),
      first === null ? '' : `from ${first.slice(0, 10)}`,
    ],
  })),
  note: others > 0 ? `${counted(others, 'other email')} would be sent anyway.` : undefined,
});

const webhooks = ({ webhooks: list }: Plan): Section => ({
  title: 'Webhooks, which were not posted',
  rows: list.map(({ event, receiver, count }) => ({ cells: [event, receiver, grouped(count)] })),
});

const requests = ({ requests: list }: Plan): Section => ({
  title: 'Requests',
  rows: list.map(({ operation, count, refused, warnings }) => ({
    cells: [operation, grouped(count)],
    details: [
      ...refused.map(({ status, count: times, problem }) => ({
        text: `${grouped(times)} got ${status === 0 ? 'no response' : `${status}: ${problem}`}`,
        tone: 'gone' as const,
      })),
      ...warnings.map(({ text, count: times }) => ({
        text: `${counted(times, 'warning')}: ${text}`,
        tone: 'warning' as const,
      })),
    ],
  })),
  note:
    list.length === 0
      ? 'The program sent no request to the sandbox. Does it read TRICKLE_BASE_URL? See --env.'
      : undefined,
});

const limits = ({ limits: list, wait }: Plan): Section => ({
  title: 'Hourly limits of the service',
  rows: list.flatMap(({ budget, used, limit }) =>
    used === 0
      ? []
      : [{ cells: [BUDGETS[budget], `${grouped(used)} of ${grouped(limit)}`, percentage(used / limit)] }],
  ),
  note:
    wait > 0
      ? `At the service, the program would wait for at least ${counted(wait / 3600, 'hour')}.`
      : undefined,
});

const BUDGETS = { individual: 'requests', batch: 'batches', records: 'records in batches' } as const;

const percentage = (share: number) => (share < 0.01 ? 'below 1 %' : `${grouped(share * 100)} %`);
