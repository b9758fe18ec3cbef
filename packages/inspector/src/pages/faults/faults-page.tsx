import { callApi, type Item } from '../../api/request.ts';
import { useServerResource } from '../../api/resource.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { ConfirmButton } from '../../design/dialog/dialog.tsx';
import { column, declareList } from '../../design/list/list.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { AddFault } from '../../records/buttons.tsx';
import { declarePage } from '../../records/noun-page.tsx';

type Fault = Item<'GET /_admin/faults', 'faults'>;

type Name = keyof Fault;

const SELECTORS: readonly string[] = [
  'account',
  'operation',
  'method',
  'path',
  'webhook',
  'event',
  'email',
  'body',
] satisfies Name[];
const CONDITIONS: readonly string[] = ['after', 'times', 'probability', 'seed'] satisfies Name[];
const FACTS = [...SELECTORS, ...CONDITIONS, 'id', 'on', 'seen', 'fired', 'hits'];

const targetOf = ({ operation, ...fault }: Fault): string =>
  [operation, partsOf(fault, (name) => SELECTORS.includes(name))].filter(Boolean).join(', ') || 'all';

const effectOf = (fault: Fault): string => partsOf(fault, (name) => !FACTS.includes(name));

/** When a fault takes effect, such as `times 3`. */
const conditionOf = (fault: Fault): string => partsOf(fault, (name) => CONDITIONS.includes(name)) || 'always';

const isUsedUp = ({ times, fired }: Fault): boolean => times !== undefined && fired >= times;

const partsOf = (fault: Partial<Fault>, isWanted: (name: string) => boolean): string =>
  Object.entries(fault)
    .filter(([name]) => isWanted(name))
    .map(([name, value]) => (value === true ? name : `${name} ${textOf(value)}`))
    .join(', ');

/** A value as text; of the errors that a response gets, only their codes. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(hasCode)) return value.map(({ code }) => code).join(', ');
  return JSON.stringify(value);
};

const hasCode = (value: unknown): value is { readonly code: string } =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';

const FAULTS = declareList('fault', ['GET /_admin/faults', 'faults'], {
  topics: ['faults', 'requests', 'webhook_deliveries', 'emails'],
  isWhole: true,
  input: { account_id: undefined } as unknown as Readonly<Record<string, never>>, // faults are the server's: the operation takes no account
  columns: [
    column.wide({ header: 'Into', width: '6rem', cell: ({ on }) => <Badge tone="info">{on}</Badge> }),
    column.text('Which', targetOf),
    column.text('Effect', effectOf),
    column.wide({
      header: 'When',
      width: '9rem',
      look: 'quiet',
      cell: (fault) => (isUsedUp(fault) ? <Badge>used up</Badge> : conditionOf(fault)),
    }),
    column.wide(column.number('Matches', '5.5rem', ({ seen }) => seen)),
    column.number('Hits', '4rem', ({ fired }) => fired),
    column.remove(
      ({ id }) => `Remove ${id}`,
      ({ id }) => attempt('Fault removed', () => callApi('DELETE /_admin/faults/{id}', { id })),
    ),
  ],
  isFaint: isUsedUp,
  empty: ['bolt', 'No faults', 'Everything works. Add a fault to try out errors, delays and lost answers.'],
});

export const FaultsPage = declarePage('fault', {
  lead: 'Errors, delays and lost answers on demand, to see how your code takes them. The first fault that matches is injected.',
  list: FAULTS,
  actions: () => <RemoveAll />,
  creation: { button: 'Add fault', dialog: (onClose) => <AddFault onClose={onClose} /> },
});

const RemoveAll = () => {
  const { data } = useServerResource(FAULTS.route, {}, FAULTS.topics);
  return (
    <ConfirmButton
      button={{ icon: 'trash', isDisabled: data?.faults.length === 0, children: 'Remove all' }}
      title="Remove all faults?"
      verb="Remove"
      onConfirm={() => attempt('Faults removed', () => callApi('DELETE /_admin/faults', {}))}
    >
      Requests, webhooks and emails work again. The counts of the faults are lost.
    </ConfirmButton>
  );
};
