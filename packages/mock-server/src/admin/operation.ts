import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { mapInTurns } from '../shared/platform/timers.ts';
import type { Page, PageChoice } from '../store/engine/page.ts';
import type { ReadonlyValues } from '../store/records/with-defaults.ts';
import type { page as pageFields } from './fields.ts';
import { type OfSubscriber, type WithEmail, withEmails } from './queries/emails-of-subscribers.ts';
import { choiceOf, type ListQuery, listed, pageOfPassing } from './queries/pages.ts';
import { type AdminContext, inAccount, type Scope } from './scope.ts';

/*
 * An operation is declared once: the function in the process, its checks, the route, its document and the types of the
 * inspector are derived from it. The comment above it is its text in all of these places.
 */

/** As in `GET /_admin/accounts/{account_id}`. Placeholders are members of the input, unless it declares them otherwise. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /_admin${string}`;

export type Members = Readonly<Record<string, z.ZodMiniType>>;

type OptionalIn<M> = { [Name in keyof M]: undefined extends z.output<M[Name]> ? Name : never }[keyof M];

type ValueOf<Type> =
  Type extends z.ZodMiniObject<infer Shape> ? Input<Shape> : ReadonlyValues<z.output<Type>>;

/** The input that members describe, with their comments. */
export type Input<M> = {
  readonly [Name in keyof Pick<M, Exclude<keyof M, OptionalIn<M>>>]: ValueOf<M[Name]>;
} & {
  readonly [Name in keyof Pick<M, OptionalIn<M>>]?: ValueOf<M[Name]> | undefined;
};

/** A value that the operation checks itself, with more specific errors. */
export const unchecked = <T>() => z.custom<T>((value) => value !== undefined);

const account = () => ({
  /** The account id. Default: the first account. */
  accountId: f.optional(f.name()),
});

/** An account. Default: the first one. */
export interface Choice {
  readonly accountId?: string | undefined;
}

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The placeholders of a route, as members of an input. */
type Placeholders<R> = R extends `${string}{${infer Name}}${infer Rest}`
  ? readonly [Camel<Name>, ...Placeholders<Rest>]
  : readonly [];

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const placeholdersOf = (route = ''): string[] =>
  Array.from(route.matchAll(/\{(\w+)\}/g), ([, name = '']) => camel(name));

/** The members of an input with those of the route, and an account unless it is about none. */
type Complete<R, M, HasAccount> = WithAccount<
  M & { [Name in Exclude<Placeholders<R>[number], keyof M>]: ReturnType<typeof f.name> },
  HasAccount
>;

type WithAccount<M, HasAccount> = HasAccount extends false
  ? M
  : 'accountId' extends keyof M
    ? M
    : ReturnType<typeof account> & M;

/** The input of an operation, and its documentation. */
export interface Layout {
  /** Undefined: only in the process. */
  readonly route?: Route;
  /** The place of the operation among the others, if its document has another name. */
  readonly name?: string;
  /** The text of an operation that a function declares, in place of the comment. */
  readonly summary?: string;
  /** The response in a sentence. Default for 204: `No content.` */
  readonly answers?: string;
  /** The success status; 204 has no body. Default 200. */
  readonly status?: 200 | 201 | 204;
  /** The members of a request, where HTTP accepts less than the function in the process. */
  readonly wire?: () => Members;
  readonly needsOneOf?: readonly [string, ...string[]];
  /** Whether HTTP also takes a page of the list. */
  readonly isList?: boolean;
  /** Whether HTTP passes the body on unchanged, without validation and renaming. */
  readonly isVerbatim?: boolean;
  /** `large`: a seed or a state, of any length with the password. `small`: a filter, which is compared with every request of the log. */
  readonly bodySize?: 'large' | 'small';
  /** Whether it copies or compares a whole account. Over HTTP, an account runs one such operation at a time. */
  readonly isHeavy?: boolean;
  /** The account of long work whose input names none. If undefined, it concerns the whole server and waits for all accounts. */
  readonly workOf?: (scope: Scope, input: Readonly<Record<string, unknown>>) => Promise<string | undefined>;
  /** `account`: also callers with a key of the account, limited to it; `server`: only operators. Default: `account` if the input has one. */
  readonly access?: 'account' | 'server';
}

/** An operation, whose types the functions in the process and the inspector read. */
export interface Operation<R extends Route, M, First extends readonly string[], Result, Answer>
  extends Layout {
  readonly route?: R;
  readonly input: () => M;
  readonly first: First;
  /** Does what the function in the process does. */
  perform(scope: Scope, input: Input<M>): Promise<Result>;
  /** Answers a request: what `perform` returns, in the format of HTTP. */
  answer(scope: Scope, input: Input<M> & ListQuery): Promise<Answer>;
}

type Rest<M, First extends readonly string[]> = Input<Omit<M, First[number]>>;

type LastOf<T> = keyof T extends never ? [] : Partial<T> extends T ? [choice?: T] : [choice: T];

/** The positional parameters. They are optional if their members are. */
type Positional<I, First> = First extends readonly [infer A extends keyof I, ...infer Others]
  ? [...(undefined extends I[A] ? [id?: I[A]] : [id: I[A]]), ...More<I, Others>]
  : [];

type More<I, Others> = Others extends readonly [infer B extends keyof I]
  ? undefined extends I[B]
    ? [value?: I[B]]
    : [value: I[B]]
  : [];

export type FunctionOf<M, First extends readonly string[], Result> = (
  ...args: [...Positional<Input<M>, First>, ...LastOf<Rest<M, First>>]
) => Promise<Result>;

declare const declared: unique symbol;

/** A declared operation. For its users it is the function in the process; {@link operationOf} has the rest. */
export type Declared<
  R extends Route,
  M,
  First extends readonly string[],
  Result,
  Answer,
  OnWire = M,
> = FunctionOf<M, First, Result> & {
  readonly [declared]?: Operation<R, M, First, Result, Answer> & { readonly wire?: () => OnWire };
};

export const operationOf = <R extends Route, M, First extends readonly string[], Result, Answer, OnWire>(
  value: Declared<R, M, First, Result, Answer, OnWire>,
) => value as unknown as Operation<R, M, First, Result, Answer>; // see `operation` and `list`

interface Definition<R, M, First, HasAccount, OnWire> extends Omit<Layout, 'wire'> {
  readonly route?: R & Route;
  /** The members of a request, where HTTP accepts less than the function in the process. */
  readonly wire?: () => OnWire;
  readonly input?: () => M;
  /** False if the input has no `accountId`. Default true. */
  readonly hasAccount?: HasAccount;
  /** The positional parameters in the process. All other members are an object, the last parameter. Default: the placeholders of the route. */
  readonly first?: First;
}

interface Shown<M, Result, Answer> {
  /** The answer over HTTP, where it is not the result of the function in the process. */
  readonly show?: (result: Result, scope: Scope, input: Input<M>) => Answer | Promise<Answer>;
}

/** Work in a transaction on the account of the input. It writes unless the route is a `GET`. */
interface Run<M, Result> {
  run(context: AdminContext, input: Input<M>): Promise<Result>;
}

/** Work that opens its own transactions. */
interface Act<M, Result> {
  act(scope: Scope, input: Input<M>): Promise<Result>;
}

export function operation<
  const R extends Route,
  Result,
  M = Record<never, never>,
  const First extends readonly string[] = Placeholders<R>,
  HasAccount extends boolean = true,
  Answer = Result,
  OnWire = M,
>(
  definition: Definition<R, M, First, HasAccount, OnWire> &
    (Run<Complete<R, M, false>, Result> | Act<Complete<R, M, HasAccount>, Result>) &
    Shown<Complete<R, M, HasAccount>, Result, Answer>,
): Declared<R, Complete<R, M, HasAccount>, First, Result, Answer, Complete<R, OnWire, HasAccount>> {
  const { show = unchanged<Result, Answer>, ...layout } = definition;
  const run = (scope: Scope, input: Input<Complete<R, M, HasAccount>>): Promise<Result> =>
    'act' in definition
      ? definition.act(scope, input)
      : inAccount(scope, accountIn(input), isRead(definition), (context) =>
          definition.run(context, input as unknown as Input<Complete<R, M, false>>),
        );
  const perform = (given: Scope, input: Input<Complete<R, M, HasAccount>>): Promise<Result> => {
    const { action, runtime } = given;
    const { route = 'GET' } = definition;
    const scope = { ...given, line: lineOf(route, input) };
    const copied = route.startsWith('GET')
      ? undefined
      : runtime.actions.before({ route, accountId: accountIn(input), action });
    return copied !== undefined ? copied.then(() => run(scope, input)) : run(scope, input);
  };
  return {
    ...complete<R, M, First, HasAccount, OnWire>(layout),
    perform,
    answer: async (scope: Scope, input: Input<Complete<R, M, HasAccount>>) =>
      show(await perform(scope, input), scope, input),
  } as unknown as ReturnType<typeof operation<R, Result, M, First, HasAccount, Answer, OnWire>>; // its users call it by `functionsOf`
}

const isRead = ({ route }: Pick<Layout, 'route'>) => route?.startsWith('GET') === true;

// The types of a function without `show` say that both are the same.
const unchanged = <Result, Answer>(result: Result) => result as unknown as Answer;

/** A route with the ids of an input. */
const lineOf = (route: string, input: object): string =>
  route.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String((input as Readonly<Record<string, unknown>>)[camel(name)] ?? name),
  );

const accountIn = (input: object) => (input as { readonly accountId?: string }).accountId;

/** The members of a list's input that choose rows, without those that every list has. */
const filterIn = <M>({
  accountId: _,
  limit,
  cursor,
  order,
  ...filter
}: ListQuery & { accountId?: unknown }) => filter as unknown as Input<M>; // what the declaration adds

function complete<R extends Route, M, First, HasAccount, OnWire>(
  definition: Definition<R, M, First, HasAccount, OnWire>,
) {
  const {
    input = () => ({}) as M, // the default of M
    first = placeholdersOf(definition.route) as unknown as First, // the default of First
    hasAccount = true as HasAccount,
    wire,
    ...layout
  } = definition;
  const inRoute = () => Object.fromEntries(placeholdersOf(layout.route).map((name) => [name, f.name()]));
  const completed =
    <T>(members: () => T) =>
    () => ({ ...(hasAccount && account()), ...inRoute(), ...members() });
  return {
    ...(layout.status === 204 && { answers: 'No content.' }),
    ...layout,
    ...(wire && { wire: completed(wire) }),
    first,
    input: completed(input) as () => Complete<R, M, HasAccount>,
  };
}

interface ListDefinition<R, M, Row, Item, Name, Email> extends Definition<R, M, readonly [], true, M> {
  /** The member of the response that has the items. */
  readonly member: Name;
  /** The number of columns that the list is sorted by. Default 1. */
  readonly key?: number;
  page(context: AdminContext, filter: Input<M>, choice: PageChoice): Promise<Page<Row>>;
  /** The test of what no condition of the database can ask; undefined if the filter asks nothing of it. */
  readonly testOf?: (filter: Input<M>) => ((row: Row) => boolean) | undefined;
  /** A row in the format of HTTP. */
  readonly show?: (row: Row) => Item;
  /** Whether HTTP adds the email addresses of the subscribers. */
  readonly withEmail?: Email;
}

/** The response of a list: the items, and the cursor of the next page if a page was asked for. */
type ListAnswer<Name extends string, Item, Email> = {
  readonly [Member in Name]: readonly (Email extends true ? WithEmail<Item> : Item)[];
} & { readonly nextCursor?: string | null };

/** Declares a list: all of it in the process, all or a page over HTTP. */
export function list<
  const R extends Route,
  Row,
  const Name extends string,
  M = Record<never, never>,
  Item = Row,
  const Email extends boolean = false,
>({
  member,
  key = 1,
  page,
  testOf,
  show = unchanged,
  withEmail,
  ...layout
}: ListDefinition<R, M, Row, Item, Name, Email>): Declared<
  R,
  Complete<R, M, true>,
  readonly [],
  Row[],
  ListAnswer<Name, Item, Email>,
  Complete<R, M, true> & ReturnType<typeof pageFields>
> {
  const tested: typeof page = (context, filter, choice) => {
    const passes = testOf?.(filter);
    const read = (part: PageChoice) => page(context, filter, part);
    return passes ? pageOfPassing(passes, choice, read) : read(choice);
  };
  const operation: Operation<
    R,
    Complete<R, M, true>,
    readonly [],
    readonly Row[],
    ListAnswer<Name, Item, Email>
  > = {
    ...complete<R, M, readonly [], true, M>(layout),
    isList: true,
    perform: (scope, input) =>
      inAccount(scope, accountIn(input), true, async (context) => {
        const { rows } = await tested(context, filterIn<M>(input), {});
        return [...rows];
      }),
    answer: (scope, input) =>
      inAccount(scope, accountIn(input), input.limit === undefined ? 'apart' : true, async (context) => {
        const choice = choiceOf(input, key);
        const { rows, ...more } = listed(input, await tested(context, filterIn<M>(input), choice));
        const items = withEmail ? await withEmails(context, rows as readonly (Row & OfSubscriber)[]) : rows;
        return { [member]: await mapInTurns(items, show), ...more } as ListAnswer<Name, Item, Email>; // with these types
      }),
  };
  return operation as unknown as ReturnType<typeof list<R, Row, Name, M, Item, Email>>;
}
