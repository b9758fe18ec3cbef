import { Seed } from '../../../packages/mock-server/src/seed/schema.ts';
import { readCommentsOf } from './comments.ts';
import { components, described, type Schema, schemaOf } from './schemas.ts';

const POINTER = '#/components/schemas/';

/** Creates the JSON Schema of seeds. The same source gives the same document. */
export function seedSchema(): Schema {
  const { Seed: comment } = readCommentsOf('packages/mock-server/src/seed/schema.ts');
  const seed = described(schemaOf(Seed()), comment);
  const all = components();
  const used = new Map<string, Schema>();
  addUsed(seed, all, used);
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Seed of the Trickle reference server',
    ...seed,
    $defs: Object.fromEntries([...used].sort(([a], [b]) => a.localeCompare(b, 'en'))),
  };
  return JSON.parse(JSON.stringify(document).replaceAll(POINTER, '#/$defs/'));
}

/** Adds the components that a schema refers to, directly or not. */
function addUsed(schema: Schema, all: Readonly<Record<string, Schema>>, used: Map<string, Schema>): void {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    const component = all[name];
    if (component === undefined || used.has(name)) continue;
    used.set(name, component);
    addUsed(component, all, used);
  }
}
