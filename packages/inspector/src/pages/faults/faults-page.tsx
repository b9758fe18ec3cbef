import { callApi } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button, type ButtonProps } from '../../design/button/button.tsx';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog-button.tsx';
import { Page } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import { numberColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { AddFault } from '../../records/add-fault.tsx';
import { conditionOf, effectOf, type Fault, isUsedUp, targetOf } from './fault.ts';

/** The injected faults, and a form that adds one. */
export const FaultsPage = () => {
  const faults = useResource('GET /_admin/faults', {}, [
    'faults',
    'requests',
    'webhook_deliveries',
    'emails',
  ]);
  return (
    <Page
      title="Faults"
      lead="Errors, delays and lost answers on demand, to see how your code takes them. The first fault that matches is injected."
      actions={
        <>
          <ConfirmButton
            button={{ icon: 'trash', isDisabled: faults.data?.faults.length === 0, children: 'Remove all' }}
            title="Remove all faults?"
            verb="Remove"
            isDangerous
            onConfirm={() =>
              attempt('Faults removed', () => callApi('DELETE /_admin/faults', {}), ['faults'])
            }
          >
            <p>Requests, webhooks and emails work again. The counts of the faults are lost.</p>
          </ConfirmButton>
          <AddButton look="primary" />
        </>
      }
    >
      <Loaded of={faults}>{({ faults: rows }) => <FaultTable rows={rows} />}</Loaded>
    </Page>
  );
};

const AddButton = ({ look = 'plain' }: Pick<ButtonProps, 'look'>) => (
  <DialogButton icon="plus" look={look} dialog={(onClose) => <AddFault onClose={onClose} />}>
    Add fault
  </DialogButton>
);

const FaultTable = ({ rows }: { readonly rows: readonly Fault[] }) =>
  rows.length === 0 ? (
    <EmptyState icon="bolt" title="No faults">
      <p>Everything works. Add a fault to try out errors, delays and lost answers.</p>
      <AddButton />
    </EmptyState>
  ) : (
    <Table label="Faults" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} isFaint={isUsedUp} />
  );

const COLUMNS: readonly Column<Fault>[] = [
  wideOnly({ header: 'Into', width: '6rem', cell: ({ on }) => <Badge tone="info">{on}</Badge> }),
  { header: 'Which', cell: (fault) => <span title={targetOf(fault)}>{targetOf(fault)}</span> },
  { header: 'Effect', cell: (fault) => <span title={effectOf(fault)}>{effectOf(fault)}</span> },
  wideOnly({
    header: 'When',
    width: '9rem',
    look: 'quiet',
    cell: (fault) => (isUsedUp(fault) ? <Badge>used up</Badge> : conditionOf(fault)),
  }),
  wideOnly(numberColumn('Matches', '5.5rem', ({ seen }) => seen)),
  numberColumn('Hits', '4rem', ({ fired }) => fired),
  {
    header: '',
    width: '3.5rem',
    cell: ({ id }) => (
      <Button
        look="bare"
        icon="trash"
        label={`Remove ${id}`}
        onClick={() =>
          attempt('Fault removed', () => callApi('DELETE /_admin/faults/{id}', { id }), ['faults'])
        }
      />
    ),
  },
];
