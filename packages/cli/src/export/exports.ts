import type { Schema } from '@trickle/sdk/contract';
import { fieldsOf } from '../operations/fields.ts';
import { kebab, type Operation, operations } from '../operations/operations.ts';

/** An export: the records of one list of the client. */
export interface Export {
  /** `campaign-subscribers` */
  readonly name: string;
  readonly operation: Operation;
  /** Schema of a record; undefined for a list of strings. */
  readonly item: Schema | undefined;
  /** Name of the only column of a list of strings. */
  readonly textColumn: string;
}

export const exports: readonly Export[] = operations
  .filter(({ endpoint }) => endpoint.method === 'GET' && ['page', 'many'].includes(endpoint.response.kind))
  .map((operation) => {
    const { item, name } = operation.endpoint.response;
    return {
      name: nameOf(operation),
      operation,
      item: item && fieldsOf(item).length > 0 ? item : undefined,
      textColumn: name.replace(/s$/, ''),
    };
  });

/** `campaigns.listSubscribers` lists the subscribers of a campaign: `campaign-subscribers`. */
function nameOf({ noun, method }: Operation): string {
  const of = method.replace(/^list/, '');
  return of === '' ? kebab(noun) : `${kebab(noun).replace(/s$/, '')}${kebab(of)}`;
}
