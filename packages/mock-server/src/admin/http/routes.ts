import { definitionOf, field as f, type Schema, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { page } from '../fields.ts';
import { type AnyOperation, isOperation, type Tree } from '../functions.ts';
import type { Members } from '../operation.ts';
import { queries } from '../operations/queries.ts';
import { serverOperations } from '../server-control.ts';
import { snake } from '../wire.ts';

export interface AdminRoute {
  /** For example `clock.advance`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The schema of path, query and body members together, with their names on the wire. */
  readonly input: Schema;
  readonly operation: AnyOperation;
}

const routesOf = (tree: Tree, path: readonly string[] = []): AdminRoute[] =>
  Object.entries(tree).flatMap(([key, node]) =>
    isOperation(node) ? routeOf(node, [...path, key].join('.')) : routesOf(node as Tree, [...path, key]),
  );

function routeOf(operation: AnyOperation, place: string): AdminRoute[] {
  if (operation.route === undefined) return [];
  const [method, path = ''] = operation.route.split(' ');
  const { name = place } = operation;
  const input = wireSchemaOf(operation);
  return [{ name, method: method as AdminRoute['method'], path, input, operation }]; // as the type of a route says
}

export const takesAccount = ({ input }: AdminRoute): boolean =>
  'account_id' in (definitionOf(input()).shape ?? {});

/** The callers of an operation: those with a key of the account, limited to it, or only operators. */
export const accessTo = (route: AdminRoute): 'account' | 'server' =>
  route.operation.access ?? (takesAccount(route) ? 'account' : 'server');

/** The members of a required object; on the wire, they appear next to the others. */
const groupOf = (type: z.ZodMiniType): Members | undefined =>
  type instanceof z.ZodMiniObject ? (type.shape as Members) : undefined; // a mini object has mini members

const membersOf = ({ wire, input }: AnyOperation): Members => (wire ?? input)();

function wireShapeOf(operation: AnyOperation): Members {
  const members = Object.entries(membersOf(operation)).flatMap(([name, type]) =>
    Object.entries(groupOf(type) ?? { [name]: type }),
  );
  const { account_id, ...others } = Object.fromEntries(members.map(([name, type]) => [snake(name), type]));
  return { ...(account_id && { account_id }), ...(operation.isList && page()), ...others };
}

const wireSchemaOf = (operation: AnyOperation): Schema =>
  schema(() => {
    const shape = z.strictObject(wireShapeOf(operation));
    const [first, ...others] = (operation.needsOneOf ?? []).map(snake);
    return first === undefined ? shape : shape.check(...f.needsOneOf(first, ...others));
  });

/** An input with the names of the operation. */
export function inputOf(operation: AnyOperation, wire: Readonly<Record<string, unknown>>): object {
  const { isVerbatim, isList, first } = operation;
  const members = membersOf(operation);
  if (isVerbatim) return { [first[0] ?? '']: wire };
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (snake(name) in wire ? [[name, wire[snake(name)]]] : [])));
  const input = Object.entries(members).map(([name, type]) => {
    const group = groupOf(type);
    return group ? { [name]: pick(Object.keys(group)) } : pick([name]);
  });
  return Object.assign({}, isList && pick(['limit', 'cursor', 'order']), ...input);
}

/** All operations of the admin API except the streams. */
export const adminRoutes = [...routesOf(serverOperations), ...routesOf(queries)];
