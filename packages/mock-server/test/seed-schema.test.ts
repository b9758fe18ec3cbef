import { readFileSync } from 'node:fs';
import { createServer, type Seed } from '@trickle/mock-server';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { seedSchema } from '../../../scripts/docs/openapi/seed-schema.ts';

const here = (path: string) => new URL(path, import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(here(path), 'utf8'));

const schema = read('../seed.schema.json');
const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
const isValid = (seed: unknown) => validate(seed);

const SEEDS = ['./fixtures/example-seed.json', '../demo-seed.json'];

describe('the JSON Schema of seeds', () => {
  test('the shipped file is what the declaration of seeds gives', () => {
    expect(schema, 'run npm run generate').toEqual(seedSchema());
    const manifest = read('../package.json');
    expect(manifest.exports['./seed.schema.json']).toBe('./seed.schema.json');
    expect(manifest.files).toContain('seed.schema.json');
  });

  test.each(SEEDS)('%s is valid, and the server accepts it with its $schema', async (file) => {
    const seed: Seed = { $schema: './seed.schema.json', ...read(file) };
    isValid(seed);
    expect(validate.errors).toBe(null);
    await using server = await createServer({ seed });
    expect(server.seededAccounts).toEqual(seed.accounts?.map(({ id }) => id));
  });

  test('the seeds of the documentation are valid', () => {
    const pages = ['../README.md', '../../../docs/reference/seeds.md'];
    const blocks = pages.flatMap((page) =>
      Array.from(readFileSync(here(page), 'utf8').matchAll(/```json\n(.*?)```/gs), ([, text = '']) =>
        JSON.parse(text),
      ),
    );
    const seeds = blocks.filter((block) => 'accounts' in block);
    expect(seeds.length).toBeGreaterThan(1);
    for (const seed of seeds) expect([isValid(seed), validate.errors]).toEqual([true, null]);
  });

  test.each([
    ['an unknown member', { acounts: [] }],
    ['an unknown member deep inside', { accounts: [{ campaigns: [{ name: 'A', color: 'red' }] }] }],
    ['a value of another type', { accounts: [{ subscribers: [{ email: 7 }] }] }],
    ['a value that is not in the list', { accounts: [{ users: [{ email: 'a@b.test', role: 'boss' }] }] }],
    ['a missing member', { accounts: [{ campaigns: [{}] }] }],
    [
      'a step of a workflow that no kind has',
      { accounts: [{ workflows: [{ name: 'A', steps: [{ jump: 1 }] }] }] },
    ],
  ])('%s is refused, as the server does', async (_, seed) => {
    expect(isValid(seed)).toBe(false);
    await expect(createServer({ seed: seed as Seed })).rejects.toThrow(); // the wrong type is the point
  });

  test('each member of an account has its description, so that editors show it', () => {
    expect(schema.$defs.AccountSeed.properties.script_origins.description).toContain('Origins');
    expect(schema.properties.$schema.description).toContain('JSON Schema');
  });
});
