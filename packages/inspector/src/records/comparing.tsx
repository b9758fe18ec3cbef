import type { Resource } from '../api/resource.ts';
import { ComparisonTable, type Side } from '../design/compare/comparison-table.tsx';
import { Dialog } from '../design/dialog/dialog.tsx';
import { urlOfRecord } from '../design/link/link.tsx';
import type { CompareDialog } from '../design/list/many.tsx';
import { Loaded } from '../design/states/states.tsx';
import { Time } from '../design/time/time.tsx';
import type { Noun } from '../nouns.ts';

interface Named {
  readonly name: string;
  readonly at: string;
}

interface Compared<One> {
  readonly noun: Noun;
  readonly useRecord: (id: string) => Resource<One>;
  readonly nameOf: (record: One) => Named;
}

/** Declares how two chosen records of a list are compared: side by side, in a dialog. */
export const comparing =
  <One extends { readonly id: string }>(compared: Compared<One>): CompareDialog =>
  ([left = '', right = ''], onClose) => (
    <Dialog title="Compare" size="full" onClose={onClose}>
      <Comparison {...compared} left={left} right={right} onClose={onClose} />
    </Dialog>
  );

interface ComparisonProps<One> extends Compared<One> {
  readonly left: string;
  readonly right: string;
  readonly onClose: () => void;
}

function Comparison<One extends { readonly id: string }>(props: ComparisonProps<One>) {
  const { noun, useRecord, nameOf, left, right, onClose } = props;
  const [one, other] = [useRecord(left), useRecord(right)];
  const sideOf = (record: One): Side => {
    const { name, at } = nameOf(record);
    const title = (
      <>
        <a href={urlOfRecord(noun, record.id)} onClick={onClose}>
          {name}
        </a>{' '}
        <span class="quiet">
          <Time at={at} />
        </span>
      </>
    );
    return { title, value: record };
  };
  return (
    <Loaded of={one}>
      {(first) => (
        <Loaded of={other}>
          {(second) => <ComparisonTable left={sideOf(first)} right={sideOf(second)} />}
        </Loaded>
      )}
    </Loaded>
  );
}
