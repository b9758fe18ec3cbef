import * as z from 'zod/mini';

/** A JSON Schema with what says nothing about the interface taken out. */
export type Shape = Readonly<Record<string, unknown>>;

type Json = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of a zod type as the interface would put it: null is a flag, names that are required are
 * sorted, and patterns and the bounds of safe integers are left out.
 */
export function actualSchema(type: z.ZodMiniType): Shape {
  return shapeOf(z.toJSONSchema(type, { io: 'input' }) as Json);
}

function shapeOf(json: Json): Shape {
  const { $schema, pattern, propertyNames, ...rest } = withoutSafeBounds(json);
  const { anyOf, type, items, properties, additionalProperties, required, ...kept } = rest;
  const branches = anyOf as readonly Json[] | undefined;
  const rules = branches?.every((branch) => 'required' in branch && !('type' in branch));
  if (branches && !rules) return union(branches, kept);
  const types = [type].flat();
  const named = types.filter((one) => one !== 'null');
  return {
    ...kept,
    ...(type !== undefined && { type: named.length === 1 ? named[0] : named }),
    ...(types.length !== named.length && { nullable: true }),
    ...(items !== undefined && { items: shapeOf(items as Json) }),
    ...(properties !== undefined && { properties: mapped(properties as Record<string, Json>) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: shapeOf(additionalProperties as Json),
    }),
    ...(required !== undefined &&
      (required as string[]).length > 0 && { required: [...(required as string[])].sort() }),
    ...(branches && { anyOf: branches }),
  };
}

const mapped = (properties: Readonly<Record<string, Json>>) =>
  Object.fromEntries(Object.entries(properties).map(([name, json]) => [name, shapeOf(json)]));

/** One type or null; any other union is kept as it is, so that a comparison shows it. */
function union(branches: readonly Json[], kept: Json): Shape {
  const types = branches.filter(({ type }) => type !== 'null');
  const [only] = types;
  if (types.length === 1 && only && types.length < branches.length) {
    return { ...kept, ...shapeOf(only), nullable: true };
  }
  return { ...kept, anyOf: branches.map(shapeOf) };
}

function withoutSafeBounds(json: Json): Json {
  const { minimum, maximum, ...rest } = json;
  return {
    ...rest,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
}
