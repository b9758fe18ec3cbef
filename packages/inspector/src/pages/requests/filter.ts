import type { Option } from '../../design/field/field.tsx';
import type { RecordedRequest } from './recorded-request.ts';

/** The filters in the URL. */
interface Filter {
  readonly search?: string;
  readonly operation?: string;
  readonly outcome?: string;
}

/** The choices of the filter by outcome. */
export const OUTCOMES: readonly Option[] = [
  ['', 'All outcomes'],
  ['good', 'Successful'],
  ['failed', 'Failed (4xx, 5xx, dropped)'],
  ['warned', 'With warnings'],
  ['fault', 'With an injected fault'],
];

const TESTS: Readonly<Record<string, (request: RecordedRequest) => boolean>> = {
  good: ({ status }) => status !== undefined && status < 400,
  failed: ({ status }) => status === undefined || status >= 400,
  warned: ({ warnings }) => warnings.length > 0,
  fault: ({ fault_id }) => fault_id !== undefined,
};

/** Whether anything is filtered out. */
export const hasFilter = ({ search, operation, outcome }: Filter): boolean =>
  Boolean(search || operation || outcome);

/** Whether a request passes the filters. */
export function isMatch(request: RecordedRequest, { search = '', operation, outcome = '' }: Filter): boolean {
  if (operation && request.operation !== operation) return false;
  if (TESTS[outcome]?.(request) === false) return false;
  const { id, method, path, problem = '', operation: own = '', warnings } = request;
  return [id, `${method} ${path}`, own, problem, ...warnings].some((text) =>
    text.toLowerCase().includes(search.toLowerCase()),
  );
}
