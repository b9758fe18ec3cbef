import { definitionOf, field as f, type Schema, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { schemaProblems } from '../shared/values/schema-problems.ts';
import type { Argument, Signature, Signatures } from './arguments.ts';
import type { Layout, Members } from './operation.ts';
import type { Scope } from './scope.ts';

export interface AnyOperation extends Layout {
  readonly input: () => Members;
  readonly first: readonly string[];
  perform(scope: Scope, input: object): Promise<unknown>;
  answer(scope: Scope, input: object): Promise<unknown>;
}

/** A tree of operations, as in `{ webhooks: { get, … }, … }`. */
export interface Tree {
  readonly [name: string]: object;
}

export const isOperation = (node: object): node is AnyOperation => 'perform' in node;

/** The functions of operations on a scope. Each is declared with the type of its function, since editors show no comments of mapped types. */
export const functionsOf = <T extends Tree>(tree: T, scope: Scope): T =>
  mapped(tree, (operation) => {
    const { first, perform } = operation;
    return (...args: readonly unknown[]) => perform(scope, inputOf(first, args));
  }) as T; // a function for each operation

const inputOf = (first: readonly string[], args: readonly unknown[]): object => ({
  ...(args[first.length] as object | undefined), // checked by the signature
  ...Object.fromEntries(first.map((name, i) => [name, args[i]])),
});

export const signaturesOf = <T extends Tree>(tree: T): Signatures<T> =>
  mapped(tree, signatureOf) as Signatures<T>; // a signature for each function

const mapped = (tree: Tree, map: (operation: AnyOperation) => unknown): object =>
  Object.fromEntries(
    Object.entries(tree).map(([name, node]) => [
      name,
      isOperation(node) ? map(node) : mapped(node as Tree, map),
    ]),
  );

/** The signature of a function. It is built when the function is called, as most are never called. */
function signatureOf(operation: AnyOperation): Signature {
  let built: readonly Argument[] | undefined;
  return {
    get takes() {
      built ??= argumentsOf(operation);
      return built;
    },
    isSync: false,
  };
}

function argumentsOf({ input, first, needsOneOf, isVerbatim }: AnyOperation): readonly Argument[] {
  const members = input();
  const rest = Object.entries(members).filter(([name]) => !first.includes(name));
  const hasChoice = (shape: object) => needsOneOf !== undefined && needsOneOf[0] in shape;
  const closed = (shape: Members) =>
    schema(() => {
      const object = z.strictObject(shape);
      return hasChoice(shape) && needsOneOf ? object.check(...f.needsOneOf(...needsOneOf)) : object;
    });
  const positional = first.map((name): Argument => {
    const type = members[name] ?? z.unknown(); // `first` names members
    const { shape } = definitionOf(type);
    return {
      name,
      isOptional: type.safeParse(undefined).success,
      problems: (value) => problemsOf(name, type, shape && closed(shape as Members), value), // of a mini object
      // A state may name an account that this server does not have.
      ...(!isVerbatim && { accountIn: (value) => (name === 'accountId' ? value : accountIn(value)) }),
    };
  });
  if (rest.length === 0) return positional;
  const shape = closed(Object.fromEntries(rest));
  return [
    ...positional,
    {
      name: 'choice',
      isOptional: shape().safeParse({}).success,
      problems: (value) => schemaProblems(shape, value),
      accountIn,
    },
  ];
}

/** The account that an object names: faults have it in `account`. */
const accountIn = (value: unknown) => {
  const { accountId, account } = (value ?? {}) as {
    readonly accountId?: unknown;
    readonly account?: unknown;
  };
  return accountId ?? account;
};

function problemsOf(
  name: string,
  type: z.ZodMiniType,
  object: Schema | undefined,
  value: unknown,
): readonly string[] {
  if (object) {
    if (typeof value === 'object' && value !== null) return schemaProblems(object, value);
    const { shape = {} } = definitionOf(type);
    return [`${name} must be an object of ${Object.keys(shape).join(', ')}`];
  }
  if (definitionOf(type).type === 'string' && (typeof value !== 'string' || value === '')) {
    return [`${name} must be a non-empty text`];
  }
  const alone = schema(() => z.strictObject({ [name]: type }));
  return schemaProblems(alone, { [name]: value });
}
