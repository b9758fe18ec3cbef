import { useSignal } from '@preact/signals';
import { ofAccount } from '../api/accounts.ts';
import { useResource } from '../api/resource.ts';
import type { InputOf } from '../api/responses.ts';
import { Button } from '../design/button/button.tsx';
import { Code } from '../design/code/code.tsx';
import { Dialog } from '../design/dialog/dialog.tsx';
import { DialogButton } from '../design/dialog/dialog-button.tsx';
import { into } from '../design/signals.ts';
import { Loaded } from '../design/states/states.tsx';

type Input = InputOf<'GET /_admin/test-code'>;

/** What to repeat: a trace, or the changes after a checkpoint. */
type From = Pick<Input, 'of' | 'since' | 'until'>;

interface TestCodeProps {
  readonly from: From;
}

/** A button that shows the code of a test. */
export const TestCodeButton = ({ from }: TestCodeProps) => (
  <DialogButton icon="code" dialog={(onClose) => <TestCode from={from} onClose={onClose} />}>
    Turn this into a test
  </DialogButton>
);

const RUNNERS = [
  ['vitest', 'Vitest'],
  ['node', 'node:test'],
  ['pytest', 'pytest'],
] as const;

const TestCode = ({ from, onClose }: TestCodeProps & { readonly onClose: () => void }) => {
  const runner = useSignal<(typeof RUNNERS)[number][0]>('vitest');
  const input = { ...from, runner: runner.value, ...ofAccount() };
  const test = useResource('GET /_admin/test-code', input, []);
  return (
    <Dialog title="Turn this into a test" size="wide" onClose={onClose}>
      <p class="quiet">
        The test sends the recorded requests to a server of its own, and expects the same to follow.
      </p>
      <div class="actions">
        {RUNNERS.map(([id, name]) => (
          <Button key={id} isPressed={runner.value === id} onClick={() => into(runner)(id)}>
            {name}
          </Button>
        ))}
      </div>
      <Loaded of={test}>{({ code }) => <Code label="Test" text={code} />}</Loaded>
    </Dialog>
  );
};
