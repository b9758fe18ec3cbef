import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { manyOut, oneOut } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';

const links = {
  'accounts.broadcasts': '{base_url}/v2/{accounts.id}/broadcasts',
  'accounts.campaigns': '{base_url}/v2/{accounts.id}/campaigns',
  'accounts.goals': '{base_url}/v2/{accounts.id}/goals',
};

/** A customer's account ("Account"). */
export const Account = schema(() =>
  z.object({
    id: f.id('account'),
    /** Default: the website's URL. */
    name: f.text(),
    url: f.text(),
    default_from_name: f.maybe(f.text()),
    default_from_email: f.maybe(f.text()),
    default_postal_address: f.maybe(f.text()),
    /** The owner's email address. */
    primary_email: f.maybe(f.text()),
    /** Whether third-party cookies track visitors across domains. */
    enable_third_party_cookies: f.boolean(),
    phone_number: f.maybe(f.text()),
    created_at: f.time(),
    href: f.link(),
  }),
);
export interface Account extends Infer<typeof Account> {}

export const accounts = {
  /** Lists the accounts that the credentials can access. */
  list: endpoint('GET /v2/accounts', {
    response: manyOut<Account>('accounts', Account, { links }),
  }),
  /** Gets one account. */
  get: endpoint('GET /v2/accounts/{account_id}', {
    response: oneOut<Account>('accounts', Account, { links }),
  }),
};
