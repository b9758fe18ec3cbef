import type { Option } from '../../design/field/field.tsx';
import type { RecordedRequest } from './recorded-request.ts';

/** The choices of the filter by outcome. */
export const OUTCOMES: readonly Option[] = [
  ['', 'All outcomes'],
  ['good', 'Successful'],
  ['failed', 'Failed'],
  ['warned', 'With warnings'],
  ['fault', 'With a fault'],
];

const TESTS: Readonly<Record<string, (request: RecordedRequest) => boolean>> = {
  good: ({ status }) => status !== undefined && status < 400,
  failed: ({ status }) => status === undefined || status >= 400,
  warned: ({ warnings }) => warnings.length > 0,
  fault: ({ fault_id }) => fault_id !== undefined,
};

/** Whether a request passes the filter by outcome; an empty or unknown one lets all pass. */
export const hasOutcome = (request: RecordedRequest, outcome: string): boolean =>
  !Object.hasOwn(TESTS, outcome) || TESTS[outcome]?.(request) === true;
