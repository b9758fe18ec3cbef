import {
  deleteOAuthToken,
  deleteOAuthTokensOf,
  listOAuthTokens,
  type OAuthTokenRow,
} from '../store/accounts.ts';
import {
  deleteOAuthApplication,
  findOAuthApplication,
  insertOAuthApplication,
  listOAuthApplications,
  type OAuthApplication,
  updateOAuthApplication,
} from '../store/oauth-applications.ts';
import type { World } from '../world/world.ts';

/** What an application is registered with. */
export interface NewApplication {
  readonly name: string;
  /** Its callback URLs. Without one it is registered, but not active. */
  readonly redirect_uris?: readonly string[] | undefined;
  /** Made when left out. */
  readonly client_id?: string | undefined;
  /** Made when left out. */
  readonly client_secret?: string | undefined;
}

/** An application as it is registered. */
export interface Application extends OAuthApplication {
  /** Whether users can be asked: an application needs a callback URL for that. */
  readonly is_active: boolean;
}

/** The applications that may ask users for access (OAuth), which the interface has no endpoint for. */
export interface Applications {
  /** Registers an application, and tells its client id and secret. */
  register(application: NewApplication): Promise<Application>;
  list(): Promise<Application[]>;
  /** Gives an application other callback URLs, or another name. */
  update(
    clientId: string,
    change: {
      readonly name?: string | undefined;
      readonly redirect_uris?: readonly string[] | undefined;
    },
  ): Promise<Application>;
  /** Takes an application away, with its codes and tokens; false when there is none such. */
  remove(clientId: string): Promise<boolean>;
  /** The tokens that users have given an application. */
  tokens(clientId: string): Promise<OAuthTokenRow[]>;
  /** Takes a token away, or all of an application; tells how many these were. */
  revoke(clientId: string, token?: string): Promise<number>;
}

const shown = (application: OAuthApplication): Application => ({
  ...application,
  is_active: application.redirect_uris.length > 0,
});

/** The applications of a server. */
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
      await store.write(async (tx) => {
        if (await findOAuthApplication(tx, application.client_id)) {
          throw new RangeError(
            `There is an application with the client id '${application.client_id}' already.`,
          );
        }
        await insertOAuthApplication(tx, application);
      });
      return shown(application);
    },
    list: async () => (await world().store.read(listOAuthApplications)).map(shown),
    update: (clientId, { name, redirect_uris }) =>
      world().store.write(async (tx) => {
        const before = await findOAuthApplication(tx, clientId);
        if (!before) throw new RangeError(`There is no application with the client id '${clientId}'.`);
        const application = {
          ...before,
          ...(name !== undefined && { name }),
          ...(redirect_uris !== undefined && { redirect_uris: callbacks(redirect_uris) }),
        };
        await updateOAuthApplication(tx, application);
        return shown(application);
      }),
    remove: (clientId) => world().store.write((tx) => deleteOAuthApplication(tx, clientId)),
    tokens: (clientId) => world().store.read((tx) => listOAuthTokens(tx, clientId)),
    revoke: (clientId, token) =>
      world().store.write(async (tx) =>
        token === undefined
          ? deleteOAuthTokensOf(tx, clientId)
          : Number(await deleteOAuthToken(tx, clientId, token)),
      ),
  };
}

/** Refuses what cannot be a callback URL: it is absolute and has no fragment (RFC 6749, 3.1.2). */
function callbacks(urls: readonly string[]): readonly string[] {
  for (const url of urls) {
    const parsed = URL.parse(url);
    if (!parsed || url.includes('#') || /^(?:javascript|data|vbscript):/i.test(parsed.protocol)) {
      throw new RangeError(`'${url}' cannot be a callback URL: it is absolute, and has no fragment`);
    }
  }
  return urls;
}
