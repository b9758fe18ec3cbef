import type { FaultInput } from '@trickle/mock-server/admin';
import { accountId } from '../api/accounts.ts';
import { callApi } from '../api/request.ts';
import { asLiteral } from '../editor/literal.ts';
import { RecordDialog } from '../editor/record-dialog.tsx';

const SCENARIOS = [
  { title: 'Fail once with 503', fault: { on: 'request', status: 503, times: 1 } },
  { title: 'Answer slowly, after three seconds', fault: { on: 'request', latency: 3000 } },
  { title: 'Lose the answer after processing', fault: { on: 'request', drop: 'after', times: 1 } },
  {
    title: 'The hourly limit is used up',
    fault: { on: 'request', status: 429, headers: { 'retry-after': '30' }, times: 1 },
  },
  {
    title: 'Another request updates the subscriber',
    fault: { on: 'request', operation: 'subscribers.upsert', conflict: true, times: 1 },
  },
  {
    title: 'One record of a batch is rejected',
    fault: { on: 'record', email: 'ann@example.com', refuse: true },
  },
  { title: 'Webhook receivers answer 500 three times', fault: { on: 'webhook', status: 500, times: 3 } },
  { title: 'A webhook delivery arrives twice', fault: { on: 'webhook', duplicate: 1, times: 1 } },
  { title: 'Emails to one address bounce', fault: { on: 'email', email: 'ann@example.com', bounce: true } },
  { title: 'Every tenth request fails at random', fault: { on: 'request', status: 500, probability: 0.1 } },
] as const satisfies readonly { readonly title: string; readonly fault: FaultInput }[];

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
