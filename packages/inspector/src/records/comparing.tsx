import type { ComponentChildren } from 'preact';
import type { Resource } from '../api/resource.ts';
import { Dialog } from '../design/dialog/dialog.tsx';
import { urlOfRecord } from '../design/link/link.tsx';
import type { CompareDialog } from '../design/list/many.tsx';
import { Fold, Loaded } from '../design/page/page.tsx';
import { Time } from '../design/time/time.tsx';
import { counted } from '../design/words.ts';
import type { Noun } from '../nouns.ts';
import { type Pair, pairsOf } from './differences.ts';

interface Compared<One> {
  readonly noun: Noun;
  readonly useRecord: (id: string) => Resource<One>;
  readonly nameOf: (record: One) => { readonly name: string; readonly at: string };
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

export interface Side {
  readonly title: ComponentChildren;
  readonly value: unknown;
}

export const ComparisonTable = ({ left, right }: { readonly left: Side; readonly right: Side }) => {
  const pairs = pairsOf(left.value, right.value);
  const [different, same] = [false, true].map((isSame) =>
    pairs.filter((pair) => (pair.left === pair.right) === isSame),
  );
  return (
    <>
      <table class="compare">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">{left.title}</th>
            <th scope="col">{right.title}</th>
          </tr>
        </thead>
        <tbody>
          {different?.map(({ path, left, right }) => (
            <tr key={path}>
              <th scope="row">{path}</th>
              <td class={left === undefined ? 'quiet' : 'is-left'}>{left ?? 'none'}</td>
              <td class={right === undefined ? 'quiet' : 'is-right'}>{right ?? 'none'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {different?.length === 0 && <p class="quiet">Both are the same.</p>}
      <div class="folds">
        <Fold summary={`${counted(same?.length ?? 0, 'parts')} the same in both`}>
          <Same pairs={same ?? []} />
        </Fold>
      </div>
    </>
  );
};

const Same = ({ pairs }: { readonly pairs: readonly Pair[] }) => (
  <table class="compare">
    <tbody>
      {pairs.map(({ path, left }) => (
        <tr key={path}>
          <th scope="row">{path}</th>
          <td>{left}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
