import { contract } from '@trickle/sdk/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { readMethods } from '../../../../scripts/docs/reference/methods.ts';
import { compileAndRunEach, type Outcome } from './run-each.ts';

const methods = readMethods();
const nameOf = ({ noun, name }: { noun: string; name: string }) => `${noun}-${name}`;

/** The output that an example promises: the comments behind its print statements. */
const promised = (example: string) =>
  Array.from(example.matchAll(/console\.log\(.*\/\/ (.*)$/gm), ([, text = '']) => text);

describe('the examples of the methods', () => {
  let complaints: string;
  let outcomes: Readonly<Record<string, Outcome>>;

  beforeAll(() => {
    const programs = methods.map((method) => [nameOf(method), method.example] as const);
    const wrong = ['wrong', "const one: string = 1;\nthrow new Error('failed');"] as const;
    ({ complaints, outcomes } = compileAndRunEach(Object.fromEntries([...programs, wrong])));
  });

  test('exist for every operation', () => {
    const operations = Object.entries(contract).flatMap(([noun, endpoints]) =>
      Object.keys(endpoints).map((name) => nameOf({ noun, name })),
    );
    expect(operations).toHaveLength(58);
    const shown = methods.filter(({ example }) => example !== '').map(nameOf);
    expect(operations.filter((operation) => !shown.includes(operation))).toEqual([]);
    expect(shown).toHaveLength(methods.length);
  });

  test('compile', () => {
    const told = complaints.match(/error TS.*/g);
    expect(told).toEqual(["error TS2322: Type 'number' is not assignable to type 'string'."]);
  });

  test.each(methods.map((method) => ({ method, title: `client.${method.noun}.${method.name}` })))(
    '$title runs against the server and prints what it says',
    ({ method }) => {
      expect(method.example).toContain(`${method.noun}.${method.name}(`);
      expect(outcomes[nameOf(method)]).toEqual({ printed: promised(method.example) });
    },
  );

  test('fail the test when they fail', () => {
    expect(outcomes.wrong?.error).toContain('failed');
  });
});
