import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as contract from '../src/contract/index.ts';
import { tables } from './interface/facts.ts';
import { matterChecks } from './interface/matter-checks.ts';
import { operationChecks } from './interface/operation-checks.ts';
import { tableChecks } from './interface/table-checks.ts';
import { wordingChecks } from './interface/wording-checks.ts';

/*
 * The SDK and the server share the contract, so tests between them cannot see a wrong one. These checks hold it
 * against the interface.
 */
// proves: code days_of_the_week_error
// proves: code domain_error
// proves: code email_address_list_error
// proves: note Campaign: days_of_the_week_mask is seven characters of 0 or 1, never all zeros
describe('the contract against the interface', () => {
  for (const { name, run } of [operationChecks, tableChecks, matterChecks, wordingChecks].flatMap((list) =>
    list(contract),
  )) {
    it(name, run);
  }
});

describe('the copy of interface.json', () => {
  const original = `${import.meta.dirname}/../../../../shared/spec/interface.json`;

  it('equals the original if that is beside the checkout', () => {
    if (existsSync(original)) expect(tables).toEqual(JSON.parse(readFileSync(original, 'utf8')));
    expect(tables.endpoints).toHaveLength(58);
  });
});
