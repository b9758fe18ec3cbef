import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from '../button/button.tsx';
import { ConfirmButton, DialogButton, FormDialog } from '../dialog/dialog.tsx';
import { Field } from '../field/field.tsx';
import type { IconName } from '../icon/icon.tsx';
import { bind } from '../signals.ts';
import { attempt } from '../toast/toast.tsx';
import { counted } from '../words.ts';
import { csvOf } from './csv.ts';

export interface ManyAction<Row> {
  readonly title: string;
  /** The result, as in `22 deliveries replayed`. */
  readonly done: string;
  readonly icon?: IconName;
  readonly warning?: ComponentChildren;
  /** The label of the user's input, such as a tag. */
  readonly field?: string;
  readonly act: (rows: readonly Row[], text: string) => Promise<unknown>;
}

export const copyAddresses = <Row,>(addressOf: (row: Row) => string | null | undefined): ManyAction<Row> => ({
  title: 'Copy addresses',
  done: 'copied',
  icon: 'copy',
  act: (rows) =>
    navigator.clipboard.writeText([...new Set(rows.map(addressOf).filter((one) => !!one))].join('\n')),
});

export type CompareDialog = (keys: readonly string[], onClose: () => void) => ComponentChildren;

interface ManyProps<Row> {
  readonly noun: string;
  readonly actions: readonly ManyAction<Row>[];
  readonly compare: CompareDialog | undefined;
  readonly chosen: readonly string[];
  readonly read: () => Promise<readonly Row[]>;
  readonly onDone: () => void;
}

export const Many = <Row,>({ noun, actions, compare, chosen, read, onDone }: ManyProps<Row>) => {
  const all: readonly ManyAction<Row>[] = [
    ...actions,
    {
      title: 'CSV',
      done: 'exported',
      icon: 'down',
      act: async (rows) => download(`${noun}.csv`, csvOf(rows)),
    },
  ];
  const run = async ({ act, done }: ManyAction<Row>, text = '') => {
    const rows = await read();
    return attempt(`${counted(rows.length, noun)} ${done}`, async () => {
      await act(rows, text);
      onDone();
      return rows.length;
    });
  };
  return (
    <span class="actions many">
      <span class="quiet">{chosen.length === 0 ? 'All that match:' : `${chosen.length} chosen:`}</span>
      {compare && chosen.length > 0 && (
        <DialogButton isDisabled={chosen.length !== 2} dialog={(onClose) => compare(chosen, onClose)}>
          Compare
        </DialogButton>
      )}
      {all.map((action) => (
        <ActionButton key={action.title} action={action} onRun={(text) => run(action, text)} />
      ))}
    </span>
  );
};

interface ActionButtonProps<Row> {
  readonly action: ManyAction<Row>;
  readonly onRun: (text?: string) => Promise<unknown>;
}

const ActionButton = <Row,>({ action, onRun }: ActionButtonProps<Row>) => {
  const { title, icon, warning, field } = action;
  const button = { children: title, ...(icon && { icon }) };
  if (field !== undefined) {
    return (
      <DialogButton
        {...button}
        dialog={(onClose) => <TextDialog title={title} label={field} onSubmit={onRun} onClose={onClose} />}
      />
    );
  }
  if (warning === undefined) return <Button {...button} onClick={() => onRun()} />;
  return (
    <ConfirmButton button={button} title={`${title}?`} onConfirm={() => onRun()}>
      {warning}
    </ConfirmButton>
  );
};

interface TextDialogProps {
  readonly title: string;
  readonly label: string;
  readonly onSubmit: (text: string) => Promise<unknown>;
  readonly onClose: () => void;
}

const TextDialog = ({ title, label, onSubmit, onClose }: TextDialogProps) => {
  const text = useSignal('');
  return (
    <FormDialog title={title} verb={title} onSubmit={() => onSubmit(text.value)} onClose={onClose}>
      <Field label={label} isRequired {...bind(text)} />
    </FormDialog>
  );
};

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
