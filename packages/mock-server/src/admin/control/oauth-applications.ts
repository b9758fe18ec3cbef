import type { World } from '../../domain/context/world.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { CALLBACK_URL, isCallbackUrl } from '../../domain/oauth/callback-url.ts';
import { lengthIssues } from '../../shared/values/lengths.ts';
import { NO_ACCOUNT } from '../../store/engine/store.ts';
import {
  deleteOAuthToken,
  deleteOAuthTokensOf,
  listOAuthTokens,
  type OAuthTokenRow,
} from '../../store/tables/accounts.ts';
import {
  deleteOAuthApplication,
  findOAuthApplication,
  insertOAuthApplication,
  listOAuthApplications,
  type OAuthApplication,
  updateOAuthApplication,
} from '../../store/tables/oauth-applications.ts';

/** The properties of a new application. */
export interface NewApplication {
  readonly name: string;
  /** Callback URLs. An application without one is registered but not active. */
  readonly redirect_uris?: readonly string[] | undefined;
  /** Generated if omitted. */
  readonly client_id?: string | undefined;
  /** Generated if omitted. */
  readonly client_secret?: string | undefined;
}

/** A registered application. */
export interface Application extends OAuthApplication {
  /** Whether it can ask users for access, which requires a callback URL. */
  readonly is_active: boolean;
}

/** OAuth applications, which the REST API cannot manage. */
export interface Applications {
  /** Registers an application. Returns its client id and secret. */
  register(application: NewApplication): Promise<Application>;
  list(): Promise<Application[]>;
  /** Changes an application's callback URLs or name. */
  update(
    clientId: string,
    change: {
      readonly name?: string | undefined;
      readonly redirect_uris?: readonly string[] | undefined;
    },
  ): Promise<Application>;
  /** Removes an application with its codes and tokens. Returns false if it does not exist. */
  remove(clientId: string): Promise<boolean>;
  /** Lists the tokens that users granted to an application. */
  tokens(clientId: string): Promise<OAuthTokenRow[]>;
  /** Revokes one token, or all tokens of an application. Returns the number revoked. */
  revoke(clientId: string, token?: string): Promise<number>;
}

const toPublic = (application: OAuthApplication): Application => ({
  ...application,
  is_active: application.redirect_uris.length > 0,
});

/** Creates the application functions. */
export function applicationsOf(world: () => World): Applications {
  return {
    async register({ name, redirect_uris = [], client_id, client_secret }) {
      const { store, ids } = world();
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
        await insertOAuthApplication(tx, application);
      }, NO_ACCOUNT);
      return toPublic(application);
    },
    list: async () => (await world().store.read(listOAuthApplications)).map(toPublic),
    update: (clientId, { name, redirect_uris }) =>
      world().store.write(async (tx) => {
        const before = await findOAuthApplication(tx, clientId);
        if (!before) throw new NotFoundError('application', clientId);
        const application = {
          ...before,
          ...(name !== undefined && { name }),
          ...(redirect_uris !== undefined && { redirect_uris: callbacks(redirect_uris) }),
        };
        await updateOAuthApplication(tx, application);
        return toPublic(application);
      }, NO_ACCOUNT),
    remove: (clientId) => world().store.write((tx) => deleteOAuthApplication(tx, clientId), NO_ACCOUNT),
    tokens: (clientId) => world().store.read((tx) => listOAuthTokens(tx, clientId)),
    revoke: (clientId, token) =>
      world().store.write(
        async (tx) =>
          token === undefined
            ? deleteOAuthTokensOf(tx, clientId)
            : Number(await deleteOAuthToken(tx, clientId, token)),
        NO_ACCOUNT,
      ),
  };
}

/** Asserts that callback URLs can be requested: absolute, without a fragment (RFC 6749, 3.1.2) or user information. */
function callbacks(urls: readonly string[]): readonly string[] {
  for (const url of urls) {
    if (!isCallbackUrl(url))
      throw new RangeError(`'${url}' is not a callback URL: it must be ${CALLBACK_URL}`);
  }
  return urls;
}
