import { endpoint } from './schema/endpoint.ts';
import { manyOut } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { schema } from './schema/schema.ts';

const CustomFieldIdentifier = schema(() => f.text());

export const customFieldIdentifiers = {
  /** Lists the identifiers of the account's active custom fields. */
  list: endpoint('GET /v2/{account_id}/custom_field_identifiers', {
    response: manyOut<string>('custom_field_identifiers', CustomFieldIdentifier),
  }),
};
