import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from '../button/button.tsx';
import { ConfirmDialog } from '../dialog/dialog.tsx';
import { DialogButton } from '../dialog/dialog-button.tsx';
import { FormDialog } from '../dialog/form-dialog.tsx';
import { Field } from '../field/field.tsx';
import type { IconName } from '../icon/icon.tsx';
import { counted } from '../number/number.ts';
import { attempt } from '../toast/toast.tsx';
import { csvOf } from './csv.ts';

/** Something that is done with many rows at a time. */
export interface ManyAction<Row> {
  /** A verb, such as `Replay`. */
  readonly title: string;
  /** What was done, as in `22 deliveries replayed`. */
  readonly done: string;
  readonly icon?: IconName;
  /** What would be lost, to be asked before. */
  readonly warning?: ComponentChildren;
  /** The label of a text that the user gives, such as a tag. */
  readonly field?: string;
  readonly act: (rows: readonly Row[], text: string) => Promise<unknown>;
}

/** Copies the addresses of rows, each once. */
export const copyAddresses = <Row,>(addressOf: (row: Row) => string | null | undefined): ManyAction<Row> => ({
  title: 'Copy addresses',
  done: 'copied',
  icon: 'copy',
  act: (rows) =>
    navigator.clipboard.writeText([...new Set(rows.map(addressOf).filter((one) => !!one))].join('\n')),
});

interface ManyProps<Row> {
  readonly noun: string;
  readonly actions: readonly ManyAction<Row>[];
  /** How many rows are chosen; 0 for all that match. */
  readonly chosen: number;
  /** Reads the rows. */
  readonly read: () => Promise<readonly Row[]>;
  /** Called once something is done. */
  readonly onDone: () => void;
}

/** What can be done with the chosen rows, or with all that match. */
export const Many = <Row,>({ noun, actions, chosen, read, onDone }: ManyProps<Row>) => {
  const all: readonly ManyAction<Row>[] = [
    ...actions,
    {
      title: 'CSV',
      done: 'exported',
      icon: 'down',
      act: async (rows) => download(`${noun}.csv`, csvOf(rows)),
    },
  ];
  const run = ({ act, done }: ManyAction<Row>, text = '') =>
    attempt(
      (count) => `${counted(count, noun)} ${done}`,
      async () => {
        const rows = await read();
        await act(rows, text);
        onDone();
        return rows.length;
      },
    );
  return (
    <span class="actions many">
      <span class="quiet">{chosen === 0 ? 'All that match:' : `${chosen} chosen:`}</span>
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
    <DialogButton
      {...button}
      dialog={(onClose) => (
        <ConfirmDialog title={`${title}?`} verb={title} onConfirm={() => onRun()} onClose={onClose}>
          {warning}
        </ConfirmDialog>
      )}
    />
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
      <Field
        label={label}
        value={text.value}
        isRequired
        onInput={(value) => {
          text.value = value;
        }}
      />
    </FormDialog>
  );
};

/** Lets the browser store a file. */
function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
