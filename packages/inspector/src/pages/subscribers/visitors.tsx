import { Website } from '../../app/website.tsx';
import { Json } from '../../design/code/code.tsx';
import { Section } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { Time } from '../../design/time/time.tsx';
import type { Visitor } from './subscriber.ts';

/** The browsers that a subscriber used. */
export const Visitors = ({ visitors }: { readonly visitors: readonly Visitor[] }) =>
  visitors.length === 0 ? (
    <EmptyState icon="monitor" title="Seen in no browser">
      <p>
        A page with the page script identifies its visitor, for example by a form. Try it on the <Website />{' '}
        of the account.
      </p>
    </EmptyState>
  ) : (
    visitors.map(({ uuid, created_at: at, data }) => (
      <Section key={uuid} title={<span class="mono wrap">{uuid}</span>} isCard>
        <p class="quiet">
          First seen <Time at={at} />
        </p>
        <Json label="Data" value={data} />
      </Section>
    ))
  );
