import { useSignal } from '@preact/signals';
import { callApi, type FilledRoute } from '../api/request.ts';
import { Button } from '../design/button/button.tsx';
import { JsonDialog } from './json-dialog.tsx';

interface EditButtonProps {
  /** For example `form`. */
  readonly noun: string;
  /** The operation that changes the record. */
  readonly route: FilledRoute;
  readonly query: Readonly<Record<string, string>>;
  /** What the record has now. */
  readonly value: unknown;
  /** Explains the members. */
  readonly hint: string;
}

/** Changes a record that the REST API cannot change. */
export const EditButton = ({ noun, route, query, value, hint }: EditButtonProps) => {
  const isOpen = useSignal(false);
  const setOpen = (value: boolean) => () => {
    isOpen.value = value;
  };
  return (
    <>
      <Button onClick={setOpen(true)}>Edit</Button>
      {isOpen.value && (
        <JsonDialog
          title={`Edit the ${noun}`}
          verb="Save"
          value={value}
          hint={`${hint} Members that you leave out stay as they are.`}
          done={`${noun[0]?.toUpperCase()}${noun.slice(1)} changed`}
          onClose={setOpen(false)}
          onSave={(body) => callApi(route, { query, body })}
        />
      )}
    </>
  );
};
