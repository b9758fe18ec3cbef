import type { Schema } from '@trickle/sdk/contract';
import { fieldsOf } from '../operations/fields.ts';
import { kebab, type Operation, operations } from '../operations/operations.ts';

/** Something that can be exported: what one of the client's lists gives. */
export interface Export {
  /** `campaign-subscribers` */
  readonly name: string;
  readonly operation: Operation;
  /** One record; undefined for a list of texts. */
  readonly item: Schema | undefined;
  /** What the only column of a list of texts is called. */
  readonly textColumn: string;
}

/** Every list of the client. */
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

/** `campaigns.listSubscribers` is about the subscribers of a campaign: `campaign-subscribers`. */
function nameOf({ noun, method }: Operation): string {
  const of = method.replace(/^list/, '');
  return of === '' ? kebab(noun) : `${kebab(noun).replace(/s$/, '')}${kebab(of)}`;
}
