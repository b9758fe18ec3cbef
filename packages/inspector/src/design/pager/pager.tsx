import { Button } from '../button/button.tsx';
import { numberText } from '../number/number.ts';

interface PagerProps {
  /** How many rows are loaded. */
  readonly shown: number;
  /** How many there are, if that is known. */
  readonly total?: number | undefined;
  readonly hasMore: boolean;
  readonly onMore: () => void;
  /** The plural noun for the rows, such as `requests`. */
  readonly noun: string;
}

/** For example `1 delivery`, or `7 deliveries`. */
const counted = (count: number, noun: string): string =>
  `${numberText(count)} ${count === 1 ? noun.replace(/ies$/, 'y').replace(/s$/, '') : noun}`;

/** Says how many rows of a list are shown, and loads more. */
export const Pager = ({ shown, total, hasMore, onMore, noun }: PagerProps) => (
  <div class="pager quiet number">
    <span>
      {total === undefined || total === shown
        ? counted(shown, noun)
        : `${numberText(shown)} of ${counted(total, noun)}`}
    </span>
    {hasMore && <Button onClick={onMore}>Load more</Button>}
  </div>
);
