import type { DeclaredProject } from './declared-project.ts';

/** The size of an account and of a program with its types. */
export const SIZE = { tags: 5000, fields: 200, events: 500, calls: 1000, callsPerFile: 20 };

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

const account = () => `export interface Shop {
  tags:
${numbers(SIZE.tags)
  .map((i) => `    | 'tag-${i}'`)
  .join('\n')};
  customFields:
${numbers(SIZE.fields)
  .map((i) => `    | 'field_${i}'`)
  .join('\n')};
  events: {
${numbers(SIZE.events)
  .map((i) => `    'Event ${i}': { source_${i}?: string; value?: number; page?: string };`)
  .join('\n')}
  };
}
`;

/** Calls in the proportions of a usual program: mostly upserts and events. */
const KINDS = [
  ...Array(7).fill(
    (i: number) => `client.subscribers.upsert({
    email: customer.email,
    first_name: customer.name,
    tags: ['${tag(i)}', recent.length > 3 ? '${tag(i + 7)}' : '${tag(i + 9)}'],
    custom_fields: { field_${i % SIZE.fields}: total, field_${(i + 7) % SIZE.fields}: customer.name },
  })`,
  ),
  ...Array(7).fill(
    (i: number) => `client.events.record({
    email: customer.email,
    action: 'Event ${i % SIZE.events}',
    properties: { source_${i % SIZE.events}: customer.name, value: total },
  })`,
  ),
  (i: number) => `client.tags.apply({ email: customer.email, tag: '${tag(i)}' })`,
  (i: number) => `client.tags.apply({ email: customer.email, tag: '${tag(i)}' })`,
  (i: number) => `client.tags.remove(customer.email, '${tag(i)}')`,
  (i: number) => `client.campaigns.subscribe('111', { email: customer.email, tags: ['${tag(i)}'] })`,
  (i: number) => `client.workflows.start('222', { email: customer.email, tags: ['${tag(i)}'] })`,
  (i: number) => `client.events.recordBatch(recent.map(({ amount }) => ({
    email: customer.email,
    action: 'Event ${i % SIZE.events}',
    properties: { value: amount },
  })))`,
] as const;

const tag = (i: number) => `tag-${(i * 37) % SIZE.tags}`;

/** A function with one call. */
const step = (i: number) => `
export async function step${i}(customer: Customer): Promise<boolean> {
  if (!customer.isActive) return false;
  const recent = customer.orders.filter(({ placedAt }) => placedAt > customer.seenAt);
  const total = recent.reduce((sum, { amount }) => sum + amount, 0);
  await ${KINDS[i % KINDS.length]?.(i)};
  console.log(\`step ${i}: \${customer.email}, \${total}\`);
  return recent.length > 0;
}
`;

const CUSTOMER = `export interface Customer {
  readonly email: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly seenAt: Date;
  readonly orders: readonly { readonly amount: number; readonly placedAt: Date }[];
}
`;

/**
 * Writes a program of 1,000 functions with a call each, twice: with the types of a large account and without. Returns the
 * configurations of the compiler for both.
 */
export function writePrograms(project: DeclaredProject): { typed: string; plain: string } {
  const write = (name: string, type: string) => {
    project.write(`${name}/shop.ts`, account());
    project.write(`${name}/customer.ts`, CUSTOMER);
    const imports = "import { createClient } from '@trickle/sdk';\nimport type { Shop } from './shop.js';\n";
    project.write(
      `${name}/client.ts`,
      `${imports}export type { Shop };\nexport const client = createClient${type}();\n`,
    );
    const files = numbers(SIZE.calls / SIZE.callsPerFile).map((file) => {
      const steps = numbers(SIZE.callsPerFile).map((i) => step(file * SIZE.callsPerFile + i));
      const head = "import { client } from './client.js';\nimport type { Customer } from './customer.js';\n";
      project.write(`${name}/steps${file}.ts`, head + steps.join(''));
      return `${name}/steps${file}.ts`;
    });
    return project.configure(`tsconfig.${name}.json`, { files, types: ['node'] });
  };
  for (const name of ['@types/node', 'undici-types']) project.link(name);
  return { typed: write('typed', '<Shop>'), plain: write('plain', '') };
}
