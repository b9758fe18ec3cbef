import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ResponseOf } from '../../api/responses.ts';
import { labelOf } from '../../design/capitalized.ts';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { Time } from '../../design/time/time.tsx';

/** Attributes that the page shows elsewhere, or that say nothing new. */
const SHOWN_ELSEWHERE = new Set([
  'custom_fields',
  'delivery_status',
  'email',
  'href',
  'id',
  'lead_score',
  'lifetime_value',
  'links',
  'status',
  'tags',
]);

/** The attributes and custom fields of a subscriber. */
export const Attributes = ({
  subscriber,
}: Pick<ResponseOf<'GET /_admin/subscribers/{subscriber_id}'>, 'subscriber'>) => {
  const fields = Object.entries(subscriber.custom_fields);
  return (
    <>
      <Foldable title="Attributes">
        <DetailList
          details={Object.entries(subscriber)
            .filter(([name, value]) => !SHOWN_ELSEWHERE.has(name) && value !== null && value !== '')
            .map(([name, value]) => [labelOf(name), shown(name, value)])}
        />
      </Foldable>
      <Foldable title="Custom fields">
        {fields.length === 0 ? (
          <p class="quiet">None. Add them with Edit.</p>
        ) : (
          <DetailList details={fields} />
        )}
      </Foldable>
    </>
  );
};

interface FoldableProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part that is folded at first where it would stand above the timeline. */
const Foldable = ({ title, children }: FoldableProps) => {
  const isBeside = useMemo(() => window.matchMedia('(min-width: 1081px)').matches, []);
  return (
    <details class="section card subscriber-part" open={isBeside}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
};

function shown(name: string, value: unknown) {
  if (name.endsWith('_at') && typeof value === 'string') return <Time at={value} format="absolute" />;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
