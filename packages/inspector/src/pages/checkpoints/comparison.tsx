import type { Item, ResponseOf } from '../../api/request.ts';
import { useServerResource } from '../../api/resource.ts';
import { Button } from '../../design/button/button.tsx';
import { classes } from '../../design/classes.ts';
import { CopyButton } from '../../design/code/code.tsx';
import { Select } from '../../design/field/field.tsx';
import { IdLink } from '../../design/link/link.tsx';
import { Fold, Loaded, Section } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { capitalized } from '../../design/words.ts';
import { bindQuery, query, setQuery } from '../../location/location.ts';
import { sentenceOf, WORDS } from './sentence.ts';

export type Checkpoint = Item<'GET /_admin/checkpoints', 'checkpoints'>;

export const titleOf = ({ id, name }: Checkpoint): string => name ?? id;

type Difference = ResponseOf<'GET /_admin/checkpoints/{id}/diff'>;
type NounDifference = Difference['nouns'][string];

interface ComparisonProps {
  readonly id: string;
  readonly checkpoints: readonly Checkpoint[];
}

export const Comparison = ({ id, checkpoints }: ComparisonProps) => {
  const later = query.value.get('with') ?? '';
  const difference = useServerResource(
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
  const all = Object.entries(nouns).map(([noun, found]) => <Noun key={noun} noun={noun} found={found} />);
  if (all.length === 0) {
    return (
      <p class="quiet">
        Nothing has changed since the checkpoint was taken (<Time at={since.at} />
        ).
      </p>
    );
  }
  const [shown, internal] = [true, false].map((isShown) => all.filter(({ key }) => key in WORDS === isShown));
  return (
    <>
      {shown && shown.length > 0 && (
        <>
          <p>{capitalized(sentenceOf(nouns))}.</p>
          <div class="folds">{shown}</div>
        </>
      )}
      {internal && internal.length > 0 && (
        <div class="folds">
          <Fold
            summary={<span class="quiet">Internals: tables of the server</span>}
            isOpen={shown?.length === 0}
          >
            {internal}
          </Fold>
        </div>
      )}
    </>
  );
};

/** Rows beyond this number are counted only. */
const MAX_ROWS = 100;

type Things = NounDifference['changed'];

const Noun = ({
  noun,
  found: { added, removed, changed },
}: {
  readonly noun: string;
  readonly found: NounDifference;
}) => {
  const groups = [
    ['+', 'added', 'good', added as Things], // without changes
    ['−', 'removed', 'bad', removed as Things],
    ['~', 'changed', 'warn', changed],
  ] as const;
  const hidden = groups.reduce((sum, [, , , { length }]) => sum + Math.max(0, length - MAX_ROWS), 0);
  return (
    <Fold
      isOpen={added.length + removed.length + changed.length <= MAX_OPEN}
      summary={
        <>
          <b>{capitalized(noun.replaceAll('_', ' '))}</b>{' '}
          {groups.map(([sign, , tone, things]) => (
            <span key={sign} class={classes('tone number', tone)}>
              {things.length > 0 && `${sign}${things.length} `}
            </span>
          ))}
        </>
      }
    >
      <ul>
        {groups.flatMap(([sign, verb, tone, things]) =>
          things.slice(0, MAX_ROWS).map(({ id, label, changes = {} }) => (
            <li key={`${sign} ${id}`} class="comparison-row">
              <span class={classes('comparison-sign tone', tone)}>
                <span aria-hidden="true">{sign}</span>
                <span class="hidden-visually">{verb}</span>
              </span>
              <div class="wrap sentence">
                <IdLink type={sign === '−' ? '' : noun.replace(/s$/, '')} id={id} text={label ?? id} />{' '}
                {label !== undefined && !id.includes(label) && <span class="mono quiet">{id}</span>}
                {Object.entries(changes).map(([name, [before, now]]) => (
                  <div key={name}>
                    <span class="mono">{name}</span> <del class="tone bad">{textOf(before)}</del>{' '}
                    <span aria-hidden="true">→</span> <ins class="tone good">{textOf(now)}</ins>
                  </div>
                ))}
              </div>
            </li>
          )),
        )}
      </ul>
      {hidden > 0 && <p class="quiet">and {hidden} more</p>}
    </Fold>
  );
};

/** Longer lists are folded at first. */
const MAX_OPEN = 20;

const textOf = (value: unknown): string =>
  value === undefined || value === null ? 'none' : JSON.stringify(value);
