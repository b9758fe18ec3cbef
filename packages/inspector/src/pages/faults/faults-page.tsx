import { useSignal } from '@preact/signals';
import { callApi, inRoute } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { ConfirmDialog } from '../../design/dialog/dialog.tsx';
import { Page } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import { numberColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { AddFault } from './add-fault.tsx';
import { conditionOf, effectOf, type Fault, targetOf } from './fault.ts';

/** The injected faults, and a form that adds one. */
export const FaultsPage = () => {
  const faults = useResource<{ readonly faults: readonly Fault[] }>('/faults', {}, [
    'faults',
    'requests',
    'webhook_deliveries',
    'emails',
  ]);
  const dialog = useSignal<'add' | 'clear' | undefined>(undefined);
  const close = () => {
    dialog.value = undefined;
  };
  const open = (name: 'add' | 'clear') => () => {
    dialog.value = name;
  };
  return (
    <Page
      title="Faults"
      lead="Errors, delays and lost answers on demand, to see how your code takes them. The first fault that matches is injected."
      actions={
        <>
          <Button icon="trash" onClick={open('clear')} isDisabled={faults.data?.faults.length === 0}>
            Remove all
          </Button>
          <Button icon="plus" look="primary" onClick={open('add')}>
            Add fault
          </Button>
        </>
      }
    >
      <Loaded of={faults}>{({ faults: rows }) => <FaultTable rows={rows} onAdd={open('add')} />}</Loaded>
      {dialog.value === 'add' && <AddFault onClose={close} />}
      {dialog.value === 'clear' && (
        <ConfirmDialog
          title="Remove all faults?"
          verb="Remove"
          isDangerous
          onClose={close}
          onConfirm={() => attempt('Faults removed', () => callApi('DELETE /faults'), ['faults'])}
        >
          <p>Requests, webhooks and emails work again. The counts of the faults are lost.</p>
        </ConfirmDialog>
      )}
    </Page>
  );
};

interface FaultTableProps {
  readonly rows: readonly Fault[];
  readonly onAdd: () => void;
}

const FaultTable = ({ rows, onAdd }: FaultTableProps) =>
  rows.length === 0 ? (
    <EmptyState icon="bolt" title="No faults">
      <p>Everything works. Add a fault to try out errors, delays and lost answers.</p>
      <Button icon="plus" onClick={onAdd}>
        Add fault
      </Button>
    </EmptyState>
  ) : (
    <Table label="Faults" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
  );

const COLUMNS: readonly Column<Fault>[] = [
  wideOnly({ header: 'Into', width: '6rem', cell: ({ on }) => <Badge tone="info">{on}</Badge> }),
  { header: 'Which', cell: (fault) => <span title={targetOf(fault)}>{targetOf(fault)}</span> },
  { header: 'Effect', cell: (fault) => <span title={effectOf(fault)}>{effectOf(fault)}</span> },
  wideOnly({ header: 'When', width: '9rem', look: 'quiet', cell: conditionOf }),
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
        onClick={() => attempt('Fault removed', () => callApi(inRoute`DELETE /faults/${id}`), ['faults'])}
      />
    ),
  },
];
