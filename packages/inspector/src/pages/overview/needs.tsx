import { StatusBadge } from '../../design/badge/badge.tsx';
import { IdLink } from '../../design/id-link/id-link.tsx';
import { counted } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import { urlOf } from '../../location/location.ts';
import { WebhookState } from '../../records/webhook-state.tsx';
import type { Overview } from './overview.ts';

/** What somebody has to look at: failing webhooks, requests that were refused, and failed jobs. */
export const Needs = ({ overview }: { readonly overview: Overview }) => {
  const { failing_webhooks: webhooks, refusals, jobs } = overview;
  if (webhooks.length + refusals.length + jobs.failed === 0) {
    return <p class="quiet">Nothing needs you: webhooks, requests and jobs work.</p>;
  }
  return (
    <Section title="What needs you" isCard>
      <ul class="stack overview-list">
        {webhooks.map((webhook) => (
          <li key={webhook.id} class="overview-row">
            <span class="wrap">
              <IdLink type="webhook" id={webhook.id} text={`The webhook ${webhook.url} fails`} />
              <span class="quiet overview-note">{counted(webhook.failures, 'failed deliveries')}</span>
            </span>
            <span>
              <WebhookState of={webhook} />
            </span>
          </li>
        ))}
        {refusals.map(({ status, operation, problem, count, request_id: id }) => (
          <li key={id} class="overview-row">
            <span class="wrap">
              <IdLink type="request" id={id} text={problem} />
              <span class="quiet overview-note">
                {counted(count, 'requests')} {operation && `to ${operation}`}
              </span>
            </span>
            <StatusBadge status={status} />
          </li>
        ))}
        {jobs.failed > 0 && (
          <li>
            <a href={urlOf('/jobs', { tab: 'failed' })}>{counted(jobs.failed, 'failed jobs')}</a>
          </li>
        )}
      </ul>
    </Section>
  );
};
