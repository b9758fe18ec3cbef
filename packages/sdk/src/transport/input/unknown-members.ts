import type * as z from 'zod/mini';
import { suggester } from '../../contract/schema/nearest-name.ts';
import { definitionOf } from '../../contract/schema/schema.ts';
import type { InputIssue } from '../../core/errors.ts';
import { isObject } from '../../core/is-object.ts';

/** Lists an issue for each unknown member of a closed object. */
export function unknownMembers(
  type: z.core.$ZodType,
  value: unknown,
  at = '',
  didYouMean = suggester(),
): InputIssue[] {
  const { shape, catchall, element } = definitionOf(type);
  if (element && Array.isArray(value)) {
    return value.flatMap((item, i) => unknownMembers(element, item, `${at}[${i}]`, didYouMean));
  }
  if (!shape || !isObject(value)) return [];
  const names = Object.keys(shape);
  return Object.entries(value).flatMap(([name, member]) => {
    const attribute = at ? `${at}.${name}` : name;
    const memberType = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (memberType) return unknownMembers(memberType, member, attribute, didYouMean);
    if (catchall || member === undefined) return [];
    const message = `${attribute} is not a member here${didYouMean(name, names)}`;
    return [{ code: 'unknown_member', attribute, message }];
  });
}
