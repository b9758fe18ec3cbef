import type { ComponentChildren } from 'preact';
import { Fold } from '../page/page.tsx';
import { counted } from '../words.ts';
import { type Pair, pairsOf } from './differences.ts';

export interface Side {
  readonly title: ComponentChildren;
  readonly value: unknown;
}

/** Two things side by side: where they differ, and folded, what is the same in both. */
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
