import type { FaultInput } from '@trickle/mock-server/admin';
import { accountId } from '../api/accounts.ts';
import { callApi } from '../api/request.ts';
import { asLiteral } from '../editor/literal.ts';
import { RecordDialog } from '../editor/record-dialog.tsx';
import { SCENARIOS } from './fault-scenarios.ts';

interface AddFaultProps {
  /** The fault to begin with. Default: a choice of scenarios. */
  readonly fault?: FaultInput;
  readonly onClose: () => void;
}

/** The form that adds a fault, at first for the chosen account only. */
export const AddFault = ({ fault, onClose }: AddFaultProps) => {
  const account = accountId.value;
  const scenarios = SCENARIOS.map((scenario) => ({ ...scenario, value: { ...scenario.fault, account } }));
  return (
    <RecordDialog
      title="Add a fault"
      verb="Add fault"
      route="POST /_admin/faults"
      value={{ ...(fault ?? SCENARIOS[0].fault), account }}
      templates={fault ? [] : scenarios}
      done="Fault added"
      copies={[['Copy as TypeScript', (record) => `await server.faults.add(${asLiteral(record)});`]]}
      onClose={onClose}
      onSave={(record) => callApi('POST /_admin/faults', record as unknown as FaultInput)} // the server checks it
    />
  );
};
