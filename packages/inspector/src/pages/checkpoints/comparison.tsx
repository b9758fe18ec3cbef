import { useResource } from '../../api/resource.ts';
import type { ResponseOf } from '../../api/responses.ts';
import { Button } from '../../design/button/button.tsx';
import { classes } from '../../design/classes.ts';
import { CopyButton } from '../../design/copy-button/copy-button.tsx';
import { Select } from '../../design/field/field.tsx';
import { IdLink, isRecordType } from '../../design/id-link/id-link.tsx';
import { counted } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { Time } from '../../design/time/time.tsx';
import { bindQuery, query, setQuery } from '../../location/location.ts';
import { type Checkpoint, titleOf } from './name-dialog.tsx';

type Difference = ResponseOf<'GET /_admin/checkpoints/{id}/diff'>;
type NounDifference = Difference['nouns'][string];

interface ComparisonProps {
  readonly id: string;
  readonly checkpoints: readonly Checkpoint[];
}

/** What changed between a checkpoint and another one, or the present. */
export const Comparison = ({ id, checkpoints }: ComparisonProps) => {
  const later = query.value.get('with') ?? '';
  const difference = useResource(
    'GET /_admin/checkpoints/{id}/diff',
    { id, ...(later !== '' && { with: later }) },
    ['records', 'events', 'emails', 'jobs'],
  );
  const titles = new Map(checkpoints.map((one) => [one.id, titleOf(one)]));
  const others = checkpoints.filter((one) => one.id !== id);
  return (
    <Section
      title={`What changed since ${titles.get(id) ?? id}`}
      actions={
        <>
          <Select
            label="Compare with"
            isLabelHidden
            {...bindQuery('with')}
            options={[
              ['', 'until now'],
              ...others.map((other) => [other.id, `until ${titleOf(other)}`] as const),
            ]}
          />
          {difference.data && <CopyButton label="Copy as text" text={difference.data.text} />}
          <Button
            icon="close"
            look="bare"
            label="Close"
            onClick={() => setQuery({ compare: '', with: '' })}
          />
        </>
      }
    >
      <Loaded of={difference}>{(data) => <Nouns difference={data} />}</Loaded>
    </Section>
  );
};

const Nouns = ({ difference: { nouns, since } }: { readonly difference: Difference }) => {
  const entries = Object.entries(nouns);
  if (entries.length === 0) {
    return (
      <p class="quiet">
        Nothing has changed since the checkpoint was taken (<Time at={since.at} />
        ).
      </p>
    );
  }
  return (
    <>
      <p>{summaryOf(nouns)}</p>
      <div class="comparison">
        {entries.map(([noun, found]) => (
          <Noun key={noun} noun={noun} found={found} />
        ))}
      </div>
    </>
  );
};

/** Rows beyond this number are counted only. */
const MAX_ROWS = 100;

const Noun = ({ noun, found }: { readonly noun: string; readonly found: NounDifference }) => {
  const { added, removed, changed } = found;
  const hidden = [added, removed, changed].reduce(
    (sum, { length }) => sum + Math.max(0, length - MAX_ROWS),
    0,
  );
  return (
    <details class="comparison-noun" open={added.length + removed.length + changed.length <= MAX_OPEN}>
      <summary>
        <h3>
          {noun.replaceAll('_', ' ')}
          <span class="comparison-counts number">
            {added.length > 0 && <span class="is-added">+{added.length}</span>}
            {removed.length > 0 && <span class="is-removed">−{removed.length}</span>}
            {changed.length > 0 && <span class="is-changed">~{changed.length}</span>}
          </span>
        </h3>
      </summary>
      <ul>
        {added.slice(0, MAX_ROWS).map((thing) => (
          <Row key={thing.id} noun={noun} sign="+" thing={thing} />
        ))}
        {removed.slice(0, MAX_ROWS).map((thing) => (
          <Row key={thing.id} noun={noun} sign="−" thing={thing} />
        ))}
        {changed.slice(0, MAX_ROWS).map((thing) => (
          <Row key={thing.id} noun={noun} sign="~" thing={thing} changes={thing.changes} />
        ))}
      </ul>
      {hidden > 0 && <p class="quiet">and {hidden} more</p>}
    </details>
  );
};

/** For example `3 subscribers added, 1 event added, 2 jobs changed`. */
function summaryOf(nouns: Difference['nouns']): string {
  const parts = Object.entries(nouns).flatMap(([noun, difference]) =>
    (['added', 'removed', 'changed'] as const).flatMap((kind) => {
      const { length } = difference[kind];
      return length === 0 ? [] : [`${counted(length, noun.replaceAll('_', ' '))} ${kind}`];
    }),
  );
  return `${parts.join(', ')}.`;
}

/** Longer lists are folded at first. */
const MAX_OPEN = 20;

const LOOKS = { '+': 'is-added', '−': 'is-removed', '~': 'is-changed' } as const;
const WORDS = { '+': 'added', '−': 'removed', '~': 'changed' } as const;

interface RowProps {
  readonly noun: string;
  readonly sign: '+' | '−' | '~';
  readonly thing: NounDifference['added'][number];
  readonly changes?: NounDifference['changed'][number]['changes'];
}

const Row = ({ noun, sign, thing: { id, label }, changes = {} }: RowProps) => {
  const type = sign === '−' ? '' : noun.replace(/s$/, '');
  return (
    <li class={classes('comparison-row', LOOKS[sign])}>
      <span class="comparison-sign">
        <span aria-hidden="true">{sign}</span>
        <span class="hidden-visually">{WORDS[sign]}</span>
      </span>
      <div class="wrap">
        {isRecordType(type) ? <IdLink type={type} id={id} text={label} /> : (label ?? id)}{' '}
        {label !== undefined && !id.includes(label) && <span class="mono quiet">{id}</span>}
        {Object.entries(changes).map(([name, [before, now]]) => (
          <div key={name} class="comparison-change">
            <span class="mono">{name}</span> <del>{textOf(before)}</del> <span aria-hidden="true">→</span>{' '}
            <ins>{textOf(now)}</ins>
          </div>
        ))}
      </div>
    </li>
  );
};

const textOf = (value: unknown): string =>
  value === undefined || value === null ? 'none' : JSON.stringify(value);
