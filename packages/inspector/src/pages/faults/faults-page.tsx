import { callApi } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { Badge } from '../../design/badge/badge.tsx';
import type { ButtonProps } from '../../design/button/button.tsx';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog-button.tsx';
import { LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { Page } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { numberColumn, removeColumn, textColumn, wideOnly } from '../../design/table/columns.tsx';
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
            onConfirm={() => attempt('Faults removed', () => callApi('DELETE /_admin/faults', {}))}
          >
            Requests, webhooks and emails work again. The counts of the faults are lost.
          </ConfirmButton>
          <AddButton look="primary" />
        </>
      }
    >
      <Loaded of={faults}>{(data) => <LoadedRows of={FAULTS} rows={data.faults} />}</Loaded>
    </Page>
  );
};

const AddButton = ({ look = 'plain' }: Pick<ButtonProps, 'look'>) => (
  <DialogButton
    icon="plus"
    look={look}
    parameter={look === 'primary' ? 'create' : undefined}
    dialog={(onClose) => <AddFault onClose={onClose} />}
  >
    Add fault
  </DialogButton>
);

const FAULTS: RowsDeclaration<Fault> = {
  noun: 'faults',
  columns: [
    wideOnly({ header: 'Into', width: '6rem', cell: ({ on }) => <Badge tone="info">{on}</Badge> }),
    textColumn('Which', targetOf),
    textColumn('Effect', effectOf),
    wideOnly({
      header: 'When',
      width: '9rem',
      look: 'quiet',
      cell: (fault) => (isUsedUp(fault) ? <Badge>used up</Badge> : conditionOf(fault)),
    }),
    wideOnly(numberColumn('Matches', '5.5rem', ({ seen }) => seen)),
    numberColumn('Hits', '4rem', ({ fired }) => fired),
    removeColumn(
      ({ id }) => `Remove ${id}`,
      ({ id }) => attempt('Fault removed', () => callApi('DELETE /_admin/faults/{id}', { id })),
    ),
  ],
  isFaint: isUsedUp,
  empty: [
    'bolt',
    'No faults',
    () => (
      <>
        <p>Everything works. Add a fault to try out errors, delays and lost answers.</p>
        <AddButton />
      </>
    ),
  ],
};
