import { invalidAttribute } from '../../domain/errors.ts';
import type { Warning } from '../../shared/coercion/findings.ts';
import { tryParseJson } from '../../shared/values/parse-json.ts';

/**
 * Adds the `campaign_id` of the body to the query of an unsubscribe request that has none. Ignoring it would
 * unsubscribe from all campaigns. Other bodies are ignored.
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

/** Reads the campaign id from a body: JSON with or without an envelope, or a form. */
function campaignIn(body: string): unknown {
  const json = tryParseJson(body);
  if (json === undefined) return new URLSearchParams(body).get('campaign_id');
  const { campaign_id: id, subscribers } = (json ?? {}) as { campaign_id?: unknown; subscribers?: unknown };
  if (id !== undefined || !Array.isArray(subscribers)) return id;
  const [first] = subscribers;
  return ((first ?? {}) as { campaign_id?: unknown }).campaign_id;
}
