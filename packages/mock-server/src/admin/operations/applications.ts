import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { NotFoundError } from '../../domain/errors.ts';
import { CALLBACK_URL, isCallbackUrl } from '../../domain/oauth/authorize.ts';
import { lengthIssues } from '../../shared/values/lengths.ts';
import { NO_ACCOUNT } from '../../store/engine/store.ts';
import { deleteOAuthToken, deleteOAuthTokensOf, listOAuthTokens } from '../../store/tables/accounts.ts';
import {
  deleteOAuthApplication,
  findOAuthApplication,
  type OAuthApplication,
  oauthApplications,
} from '../../store/tables/oauth-applications.ts';
import { type Input, operation } from '../operation.ts';

const newApplication = () => ({
  name: f.name(),
  /** Callback URLs. An application without one is registered but not active. */
  redirect_uris: f.optional(f.texts()),
  /** Generated if omitted. */
  client_id: f.optional(f.name()),
  /** Generated if omitted. */
  client_secret: f.optional(f.name()),
});

/** The properties of a new application. */
export interface NewApplication extends Input<ReturnType<typeof newApplication>> {}

/** A registered application. */
export interface Application extends OAuthApplication {
  /** Whether it can ask users for access, which requires a callback URL. */
  readonly is_active: boolean;
}

/** OAuth applications, which the REST API cannot manage. */
export const applications = {
  /** Registers an application. Returns its client id and secret. */
  register: operation({
    route: 'POST /_admin/applications',
    answers: 'The application, with its `client_id` and `client_secret`.',
    status: 201,
    input: () => ({ application: z.strictObject(newApplication()) }),
    hasAccount: false,
    first: ['application'],
    async act({ runtime }, { application: given }): Promise<Application> {
      const { name, redirect_uris = [], client_id, client_secret } = given;
      const { store, ids } = runtime.allServices.shared;
      const application: OAuthApplication = {
        client_id: client_id ?? ids.hex(),
        client_secret: client_secret ?? ids.hex(),
        name,
        redirect_uris: callbacks(redirect_uris),
      };
      const [tooLong] = lengthIssues(application);
      if (tooLong) throw new RangeError(`${tooLong.message}.`);
      await store.write(async (tx) => {
        if (await findOAuthApplication(tx, application.client_id)) {
          throw new RangeError(`client_id '${application.client_id}' already exists.`);
        }
        await oauthApplications.insertNew(tx, NO_ACCOUNT, application);
      }, NO_ACCOUNT);
      return toPublic(application);
    },
  }),
  /** Lists the applications. */
  list: operation({
    route: 'GET /_admin/applications',
    answers: '`applications`, including their secrets.',
    hasAccount: false,
    act: async ({ runtime }) => {
      const rows = await runtime.store.read((tx) => oauthApplications.list(tx, NO_ACCOUNT), NO_ACCOUNT);
      return rows.map(toPublic);
    },
    show: (applications) => ({ applications }),
  }),
  /** Changes an application's callback URLs or name. */
  update: operation({
    route: 'PUT /_admin/applications/{client_id}',
    answers: 'The application.',
    input: () => ({
      change: z.strictObject({ name: f.optional(f.name()), redirect_uris: f.optional(f.texts()) }),
    }),
    hasAccount: false,
    first: ['clientId', 'change'],
    act: ({ runtime }, { clientId, change }) =>
      runtime.store.write(async (tx) => {
        const before = await findOAuthApplication(tx, clientId);
        if (!before) throw new NotFoundError('application', clientId);
        const { name = before.name, redirect_uris = before.redirect_uris } = change;
        const application = { ...before, name, redirect_uris: callbacks(redirect_uris) };
        await oauthApplications.update(tx, NO_ACCOUNT, { client_id: clientId }, application);
        return toPublic(application);
      }, NO_ACCOUNT),
  }),
  /** Removes an application with its codes and tokens. Returns false if it does not exist. */
  remove: operation({
    route: 'DELETE /_admin/applications/{client_id}',
    answers: '`removed`: whether the application existed.',
    hasAccount: false,
    act: ({ runtime }, { clientId }) =>
      runtime.store.write((tx) => deleteOAuthApplication(tx, clientId), NO_ACCOUNT),
    show: (removed) => ({ removed }),
  }),
  /** Lists the tokens that users granted to an application. */
  tokens: operation({
    route: 'GET /_admin/applications/{client_id}/tokens',
    answers: '`tokens`.',
    hasAccount: false,
    act: ({ runtime }, { clientId }) => runtime.store.read((tx) => listOAuthTokens(tx, clientId), NO_ACCOUNT),
    show: (tokens) => ({ tokens }),
  }),
  /** Revokes one token, or all tokens of an application. Returns the number revoked. */
  revoke: operation({
    route: 'DELETE /_admin/applications/{client_id}/tokens',
    answers: '`revoked`: the number of revoked tokens.',
    input: () => ({
      /** A single token. Default: all tokens of the application. */
      token: f.optional(f.name()),
    }),
    hasAccount: false,
    first: ['clientId', 'token'],
    act: ({ runtime }, { clientId, token }) =>
      runtime.store.write(
        async (tx) =>
          token === undefined
            ? deleteOAuthTokensOf(tx, clientId)
            : Number(await deleteOAuthToken(tx, clientId, token)),
        NO_ACCOUNT,
      ),
    show: (revoked) => ({ revoked }),
  }),
};

const toPublic = (application: OAuthApplication): Application => ({
  ...application,
  is_active: application.redirect_uris.length > 0,
});

/** Asserts that callback URLs can be requested: absolute, without a fragment (RFC 6749, 3.1.2) or user information. */
function callbacks(urls: readonly string[]): readonly string[] {
  for (const url of urls) {
    if (!isCallbackUrl(url))
      throw new RangeError(`'${url}' is not a callback URL: it must be ${CALLBACK_URL}`);
  }
  return urls;
}
