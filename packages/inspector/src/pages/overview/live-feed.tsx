import { accountId } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import { StatusBadge } from '../../design/badge/badge.tsx';
import { IdLink } from '../../design/id-link/id-link.tsx';
import { Section } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { Time } from '../../design/time/time.tsx';
import { urlOf } from '../../location/location.ts';

/** The newest requests, as they arrive. */
export const LiveFeed = () => {
  const requests = useResource(
    'GET /_admin/requests',
    { account_id: accountId.value, order: 'newest', fields: 'summary', limit: 8 },
    ['requests'],
  );
  return (
    <Section title="Now" actions={<a href={urlOf('/requests')}>All requests</a>} isCard>
      <Loaded of={requests}>
        {(data) => (
          <ul class="stack overview-list">
            {data.requests.map(({ id, method, path, status, at }) => (
              <li key={id} class="overview-row">
                <span class="wrap">
                  <IdLink type="request" id={id} text={`${method} ${path}`} />
                </span>
                <span class="overview-row quiet">
                  <StatusBadge status={status} /> <Time at={at} />
                </span>
              </li>
            ))}
            {data.requests.length === 0 && <li class="quiet">No request has arrived yet.</li>}
          </ul>
        )}
      </Loaded>
    </Section>
  );
};
