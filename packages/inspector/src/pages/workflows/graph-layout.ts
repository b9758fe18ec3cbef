import { type Step, type Trigger, triggerText, type Words, wordsOf } from './workflow.ts';

/** A box of the graph. */
export interface GraphNode {
  readonly id: string;
  readonly kind: 'triggers' | 'step' | 'end';
  /** Of a step, from 1. */
  readonly number?: number;
  readonly words: Words;
  /** One line per trigger. */
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A line of the graph, with an arrow at its end. */
export interface GraphEdge {
  readonly id: string;
  /** A `jump` leads to a goal from any step before it. */
  readonly kind: 'next' | 'jump';
  /** The `d` of an SVG path. */
  readonly path: string;
  /** The middle of a `next`, where a step can be inserted. */
  readonly middle?: { readonly x: number; readonly y: number };
}

/** A graph with the size of its drawing. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly width: number;
  readonly height: number;
}

const NODE_WIDTH = 320;
const NODE_HEIGHT = 54;
const LINE_HEIGHT = 20;
const GAP = 30;
/** Between the lanes of jumps. */
const LANE = 16;
/** Right of the nodes, for the numbers of subscribers. */
const MARGIN = 96;

/** Places triggers, steps and the end below each other, and lines of jumps to goals at the left. */
export function layoutGraph(triggers: readonly Trigger[], steps: readonly Step[]): Graph {
  const goals = steps.filter(({ type }, index) => type === 'goal' && index > 0);
  const x = 8 + goals.length * LANE;
  const first = triggerNode(triggers, x);
  const nodes: GraphNode[] = [first];
  let y = first.y + first.height + GAP;
  for (const [index, step] of steps.entries()) {
    const node = { id: step.id, kind: 'step', number: index + 1, words: wordsOf(step), lines: [] } as const;
    nodes.push({ ...node, ...place(x, y) });
    y += NODE_HEIGHT + GAP;
  }
  const hasExit = steps.at(-1)?.type === 'exit';
  if (!hasExit) {
    const words = { icon: 'check', title: 'End', note: '' } as const;
    nodes.push({ id: 'end', kind: 'end', words, lines: [], x, y, width: NODE_WIDTH, height: 34 });
  }
  const last = nodes.at(-1) ?? first;
  return {
    nodes,
    edges: [...nextEdges(nodes), ...jumpEdges(nodes, goals)],
    width: x + NODE_WIDTH + MARGIN,
    height: last.y + last.height + 8,
  };
}

const place = (x: number, y: number) => ({ x, y, width: NODE_WIDTH, height: NODE_HEIGHT });

function triggerNode(triggers: readonly Trigger[], x: number): GraphNode {
  const lines = triggers.map(triggerText);
  return {
    id: 'triggers',
    kind: 'triggers',
    words: {
      icon: 'play',
      title: triggers.length === 0 ? 'No trigger' : 'Starts when',
      note: '',
    },
    lines: lines.length === 0 ? ['Enroll subscribers here or with the API'] : lines,
    x,
    y: 8,
    width: NODE_WIDTH,
    height: 34 + Math.max(1, lines.length) * LINE_HEIGHT,
  };
}

/** Lines from each node to the one below it. Nothing follows an exit. */
function nextEdges(nodes: readonly GraphNode[]): GraphEdge[] {
  return nodes.slice(1).flatMap((node, index) => {
    const before = nodes[index];
    if (!before || (before.kind === 'step' && before.words.title === 'Exit')) return [];
    const x = before.x + before.width / 2;
    const y = before.y + before.height;
    const middle = { x, y: (y + node.y) / 2 };
    return { id: `next ${node.id}`, kind: 'next', path: `M${x} ${y}V${node.y - 2}`, middle };
  });
}

/** Lines from the first step to each goal behind it, each in its own lane. */
function jumpEdges(nodes: readonly GraphNode[], goals: readonly Step[]): GraphEdge[] {
  const [, start] = nodes;
  return goals.flatMap((goal, index) => {
    const node = nodes.find(({ id }) => id === goal.id);
    if (!start || !node) return [];
    const lane = start.x - (index + 1) * LANE + 4;
    const from = start.y + start.height / 2 + index * 6;
    const to = node.y + node.height / 2;
    const path = `M${start.x} ${from}H${lane + 6}Q${lane} ${from} ${lane} ${from + 6}V${to - 6}Q${lane} ${to} ${lane + 6} ${to}H${node.x - 2}`;
    return { id: `jump ${node.id}`, kind: 'jump', path };
  });
}
