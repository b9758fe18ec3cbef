import { checkpoints } from '../../api/checkpoints.ts';
import { serverNow } from '../../api/clock.ts';
import type { Filter } from './filters.tsx';
import { isWithin, type Moment, readSpan, SPANS, SPANS_IN_WORDS, type Span } from './spans.ts';
import { numberTest } from './terms.ts';

const spanOf = (written: string): Span | undefined =>
  readSpan(written, serverNow.peek(), checkpoints.value ?? []);

/** Whether a span can be read. The name of a checkpoint cannot, until the checkpoints are loaded. */
const isSpan = (written: string): boolean => checkpoints.value === undefined || spanOf(written) !== undefined;

/** Filters by time. With `timeOf`, they are for a list whose operation has none. */
export const timeFilters = <Row>(
  timeOf?: (row: Row) => string | null | undefined,
): readonly Filter<Row>[] => [
  {
    name: 'since',
    label: 'Time',
    all: 'Any time',
    options: () => [...SPANS, ...(checkpoints.value ?? []).toReversed().map(sinceCheckpoint)],
    takes: SPANS_IN_WORDS,
    isValid: isSpan,
    toInput: (written) => spanOf(written) ?? {},
    ...(timeOf && { matches: (row: Row, written: string) => isWithin(timeOf(row), spanOf(written) ?? {}) }),
  },
  {
    name: 'until',
    label: 'Until',
    takes: SPANS_IN_WORDS,
    isTerm: true,
    isValid: isSpan,
    toInput: (written) => (written === '' ? {} : { until: spanOf(written)?.since }),
    ...(timeOf && {
      matches: (row: Row, written: string) => {
        const { since } = spanOf(written) ?? {};
        return isWithin(timeOf(row), since === undefined ? {} : { until: since });
      },
    }),
  },
];

const sinceCheckpoint = ({ id, name }: Moment) => [id, `Since ${name ?? id}`] as const;

/** A term for numbers, such as `duration:>100`. */
export const numberTerm = <Row>(
  name: string,
  numberOf: (row: Row) => number | null | undefined,
): Filter<Row> => ({
  name,
  label: name,
  isTerm: true,
  takes: 'a number such as 422, >100, 100..200 or 4xx',
  isValid: (written) => numberTest(written) !== undefined,
  matches: (row, written) => {
    const number = numberOf(row);
    return typeof number === 'number' && (numberTest(written)?.(number) ?? true);
  },
});

/** A search through the text of rows, for a list whose operation has none. */
export const searchIn = <Row>(label: string, textOf: (row: Row) => unknown): Filter<Row> => ({
  name: 'search',
  label,
  matches: (row, text) => JSON.stringify(textOf(row)).toLowerCase().includes(jsonOf(text)),
});

const jsonOf = (text: string): string => JSON.stringify(text.toLowerCase()).slice(1, -1);
