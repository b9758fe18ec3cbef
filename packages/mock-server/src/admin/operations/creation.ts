import { definitionOf, type Infer } from '@trickle/sdk/contract';
import type * as z from 'zod/mini';
import { extendAccount } from '../../seed/extend-account.ts';
import { Account, type SEED_NOUNS } from '../../seed/schema.ts';
import { SeedError } from '../../seed/validate.ts';
import { operation } from '../operation.ts';

/** The answer of a change of a record. */
export const CHANGED = 'No content. Members are those of a seed; those that are not given stay.';

type Noun = (typeof SEED_NOUNS)[number] | 'users';
type SeedOf<N extends Noun> = NonNullable<Infer<typeof Account>[N]>[number];

/** Creates a record, as in a seed, that the REST API cannot create. */
export const creationOf = <const N extends Noun>(noun: N) =>
  operation({
    route: `POST /_admin/accounts/{account_id}/${noun}` as `POST /_admin/accounts/{account_id}/${Noun & N}`, // of this noun
    summary: `Creates a ${singular(noun)} from seed data`,
    answers: noun === 'users' ? 'The `token` of the user.' : `The \`id\` of the ${singular(noun)}.`,
    status: 201,
    ...(noun === 'users' && { access: 'server' }),
    input: () => ({ record: recordOf(noun) as z.ZodMiniType<SeedOf<N>> }), // of this noun
    async act({ runtime, line }, input) {
      const { accountId, record } = input as unknown as {
        readonly accountId: string;
        readonly record: object;
      }; // as declared
      const services = runtime.allServices.forAccount(accountId);
      const made = await extendAccount(services, accountId, { [noun]: [record] }, line).catch(
        (error: unknown) => {
          // A problem of the first record of its noun is one of the record.
          if (!(error instanceof SeedError)) throw error;
          throw new SeedError(error.problems.map((problem) => problem.replace(`${noun}[0].`, '')));
        },
      );
      return noun === 'users' ? { token: made.tokens?.[0] } : { id: made[noun as 'goals']?.[0] };
    },
  });

function recordOf(noun: Noun): z.ZodMiniType {
  const { element } = definitionOf(Account().shape[noun]);
  return element as z.ZodMiniType; // nouns of a seed are lists of objects
}

/** `campaign` for `campaigns`. */
const singular = (noun: string) => noun.replace(/s$/, '');
