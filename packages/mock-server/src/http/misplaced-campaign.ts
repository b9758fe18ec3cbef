import { invalidAttribute } from '../domain/lookup/errors.ts';
import type { Warning } from '../reading/findings.ts';
import { tryParseJson } from '../values/parse-json.ts';

/**
 * The query of a request to remove somebody, with the `campaign_id` of its body where it has none itself: left unread,
 * it would take the person off all campaigns. Other bodies are as good as none.
 */
// Unspecified: U-03
// Unspecified: U-05
export function queryWithCampaign(query: string, body: string, warnings: Warning[]): string {
  const parameters = new URLSearchParams(query);
  if (parameters.get('campaign_id')) return query;
  const id = campaignIn(body);
  if (id === undefined || id === null || id === '') return query;
  if (typeof id !== 'string' && typeof id !== 'number')
    throw invalidAttribute('format_error', 'campaign_id', 'must be a text');
  warnings.push({
    attribute: 'campaign_id',
    text: 'campaign_id is read from the body; it belongs in the query',
  });
  parameters.set('campaign_id', String(id));
  return parameters.toString();
}

/** What a body names as the campaign: JSON with or without an envelope, or a form. */
function campaignIn(body: string): unknown {
  const json = tryParseJson(body);
  if (json === undefined) return new URLSearchParams(body).get('campaign_id');
  const { campaign_id: id, subscribers } = (json ?? {}) as { campaign_id?: unknown; subscribers?: unknown };
  if (id !== undefined || !Array.isArray(subscribers)) return id;
  const [first] = subscribers;
  return ((first ?? {}) as { campaign_id?: unknown }).campaign_id;
}
