import { useMemo } from 'preact/hooks';
import type { ResponseOf } from '../../api/responses.ts';
import { DetailList } from '../../design/facts/facts.tsx';
import { Fold } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { labelOf } from '../../design/words.ts';

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
  // Folded where they would stand above the timeline.
  const isBeside = useMemo(() => window.matchMedia('(min-width: 1081px)').matches, []);
  return (
    <div class="folds">
      <Fold summary={<h2>Attributes</h2>} isOpen={isBeside}>
        <DetailList
          details={Object.entries(subscriber)
            .filter(([name, value]) => !SHOWN_ELSEWHERE.has(name) && value !== null && value !== '')
            .map(([name, value]) => [labelOf(name), shown(name, value)])}
        />
      </Fold>
      <Fold summary={<h2>Custom fields</h2>} isOpen={isBeside}>
        {fields.length === 0 ? (
          <p class="quiet">None. Add them with Edit.</p>
        ) : (
          <DetailList details={fields} />
        )}
      </Fold>
    </div>
  );
};

function shown(name: string, value: unknown) {
  if (name.endsWith('_at') && typeof value === 'string') return <Time at={value} format="absolute" />;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
