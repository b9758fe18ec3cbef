import { numberBounds } from '@trickle/design/number-test';
import { checkpoints } from '../../api/checkpoints.ts';
import { serverNow } from '../../api/clock.ts';
import type { Filter } from './filters.tsx';
import { type Moment, readSpan, SPANS, SPANS_IN_WORDS, type Span } from './spans.ts';

/** The span of time that is written, by the account's clock. */
export const spanOf = (written: string): Span | undefined =>
  readSpan(written, serverNow.peek(), checkpoints.value ?? []);

/** Whether a span can be read. The name of a checkpoint cannot, until the checkpoints are loaded. */
const isSpan = (written: string): boolean => checkpoints.value === undefined || spanOf(written) !== undefined;

export const TIME_FILTERS: readonly Filter<unknown>[] = [
  {
    name: 'since',
    label: 'Time',
    all: 'Any time',
    options: () => [...SPANS, ...(checkpoints.value ?? []).toReversed().map(sinceCheckpoint)],
    takes: SPANS_IN_WORDS,
    isValid: isSpan,
    toInput: (written) => spanOf(written) ?? {},
  },
  {
    name: 'until',
    label: 'Until',
    takes: SPANS_IN_WORDS,
    isTerm: true,
    isValid: isSpan,
    toInput: (written) => (written === '' ? {} : { until: spanOf(written)?.since }),
  },
];

const sinceCheckpoint = ({ id, name }: Moment) => [id, `Since ${name ?? id}`] as const;

export const numberTerm = (name: string): Filter<unknown> => ({
  name,
  label: name,
  isTerm: true,
  takes: 'a number such as 422, >100, 100..200 or 4xx',
  isValid: (written) => numberBounds(written) !== undefined,
});

export const recordFilters = (nouns: string): readonly Filter<{ readonly status: string }>[] => [
  { name: 'search', label: `Search ${nouns}` },
  { name: 'status', label: 'Status', all: 'Any status', options: (rows) => rows.map(({ status }) => status) },
];
