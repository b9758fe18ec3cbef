import { type ClientOptions, settingsOf } from '../src/options.ts';
import type { Operation } from '../src/transport/operation.ts';
import * as table from '../src/transport/operations.generated.ts';
import { Transport } from '../src/transport/transport.ts';

export const operations = Object.values(table).flatMap((noun): Operation[] => Object.values(noun));

/** The identifiers of a path beside the account, all of which are this value. */
export const identifiersIn = (path: string, value: string) =>
  (path.match(/\{(?!account_id)\w+\}/g) ?? []).map(() => value);

/** The settings of a client, without its methods. */
export const transportOf = (options: Partial<ClientOptions>) =>
  new Transport(
    settingsOf({ baseUrl: 'https://api.test', accountId: '9', apiKey: 'key', ...options } as ClientOptions),
  );
