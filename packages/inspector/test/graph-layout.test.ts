import { expect, test } from 'vitest';
import { layoutGraph } from '../src/pages/workflows/graph-layout.ts';
import type { Step } from '../src/pages/workflows/workflow.ts';

const trigger = { id: 't', provider: 'trickle', trigger_type: 'applied_tag', properties: {} };

const STEPS = {
  delay: { type: 'delay', days: 1 },
  apply_tag: { type: 'apply_tag', tag: 'vip' },
  goal: { type: 'goal', trigger, otherwise: 'wait' },
  exit: { type: 'exit' },
} as const;

const step = (id: string, type: keyof typeof STEPS): Step => ({ id, next: null, ...STEPS[type] });

test('a workflow is drawn from its triggers to its end, without overlaps', () => {
  const { nodes, height } = layoutGraph([trigger], [step('step-0', 'delay'), step('step-1', 'apply_tag')]);
  expect(nodes.map(({ id }) => id)).toEqual(['triggers', 'step-0', 'step-1', 'end']);
  for (const [index, node] of nodes.entries()) {
    const next = nodes[index + 1];
    expect(node.y + node.height).toBeLessThan(next?.y ?? height);
  }
});

test('each node is connected with the next one', () => {
  const { edges } = layoutGraph([trigger], [step('step-0', 'delay'), step('step-1', 'exit')]);
  expect(edges.map(({ id, kind }) => [id, kind])).toEqual([
    ['next step-0', 'next'],
    ['next step-1', 'next'],
  ]);
});

test('nothing follows an exit, even if steps do', () => {
  const { edges } = layoutGraph([trigger], [step('step-0', 'exit'), step('step-1', 'delay')]);
  expect(edges.map(({ id }) => id)).toEqual(['next step-0', 'next end']);
});

test('each goal after the first step has its own lane', () => {
  const steps = [
    step('step-0', 'goal'),
    step('step-1', 'goal'),
    step('step-2', 'delay'),
    step('step-3', 'goal'),
  ];
  const jumps = layoutGraph([trigger], steps).edges.filter(({ kind }) => kind === 'jump');
  expect(jumps.map(({ id }) => id)).toEqual(['jump step-1', 'jump step-3']);
  const lanes = jumps.map(({ path }) => /V/.test(path) && /Q(\d+)/.exec(path)?.[1]);
  expect(new Set(lanes).size).toBe(2);
});

test('each trigger has its own line, and a workflow without triggers says how to enter it', () => {
  const [first] = layoutGraph([trigger, { ...trigger, id: 'u', properties: { tag: 'vip' } }], []).nodes;
  expect(first?.lines).toEqual(['applied tag in trickle', 'applied tag (tag: vip) in trickle']);
  const [none] = layoutGraph([], []).nodes;
  expect(none?.words.title).toBe('No trigger');
});
