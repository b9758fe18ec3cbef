import { classes } from '../../design/classes.ts';
import { Icon } from '../../design/icon/icon.tsx';
import { urlOfRecord } from '../../design/id-link/id-link.tsx';
import { numberText } from '../../design/number/number.ts';
import { navigate } from '../../location/location.ts';
import { type GraphNode, layoutGraph } from './graph-layout.ts';
import type { Workflow } from './workflow.ts';

interface WorkflowGraphProps {
  readonly workflow: Workflow;
  /** The id of the open step. */
  readonly openStep: string | undefined;
}

/** A workflow drawn from its triggers to its end, with how many subscribers are at each step. */
export const WorkflowGraph = ({
  workflow: { id, triggers, steps, waiting },
  openStep,
}: WorkflowGraphProps) => {
  const { nodes, edges, width, height } = layoutGraph(triggers, steps);
  return (
    <svg class="graph" viewBox={`0 0 ${width} ${height}`} aria-label="Graph of the workflow">
      <defs>
        <marker
          id="graph-arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M1 1 7 4 1 7" class="graph-arrow" />
        </marker>
      </defs>
      {edges.map((edge) => (
        <path key={edge.id} class={`graph-edge ${edge.kind}`} d={edge.path} marker-end="url(#graph-arrow)">
          {edge.kind === 'jump' && (
            <title>Reaching the goal moves a subscriber here from any earlier step</title>
          )}
        </path>
      ))}
      {edges.map(
        ({ id: edge, middle }, index) =>
          middle && <InsertLink key={edge} workflowId={id} number={index + 1} {...middle} />,
      )}
      {nodes.map((node) =>
        node.kind === 'step' ? (
          <StepLink
            key={node.id}
            node={node}
            workflowId={id}
            waiting={waiting[node.id] ?? 0}
            isOpen={node.id === openStep}
          />
        ) : (
          <Box key={node.id} node={node} />
        ),
      )}
    </svg>
  );
};

interface InsertLinkProps {
  readonly workflowId: string;
  /** Of the new step. */
  readonly number: number;
  readonly x: number;
  readonly y: number;
}

/** A plus on the line between two steps. */
const InsertLink = ({ workflowId, number, x, y }: InsertLinkProps) => (
  <a
    class="graph-insert"
    href={urlOfRecord('workflow', workflowId, { insert: String(number) })}
    aria-label={`Insert a step as number ${number}`}
  >
    <circle cx={x} cy={y} r="10" />
    <path d={`M${x - 4} ${y}h8M${x} ${y - 4}v8`} />
  </a>
);

interface StepLinkProps {
  readonly node: GraphNode;
  readonly workflowId: string;
  readonly waiting: number;
  readonly isOpen: boolean;
}

/** A step that shows who waits at it. A second click shows all subscribers again. */
const StepLink = ({ node, workflowId, waiting, isOpen }: StepLinkProps) => {
  const { id, x, y, width, height } = node;
  const url = urlOfRecord('workflow', workflowId, { step: isOpen ? undefined : id });
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(url, { replace: true });
  };
  return (
    <a
      class={classes('graph-link', isOpen && 'is-open')}
      href={url}
      aria-current={isOpen ? 'true' : undefined}
      aria-label={`${shownWords(node).join(' ')}, ${numberText(waiting)} ${waiting === 1 ? 'subscriber' : 'subscribers'}`}
      onClick={open}
    >
      <Box node={node} />
      {waiting > 0 && (
        <g class="graph-count">
          <rect
            x={x + width + 10}
            y={y + height / 2 - 12}
            width={42 + numberText(waiting).length * 7.5}
            height="24"
            rx="12"
          />
          <g transform={`translate(${x + width + 18} ${y + height / 2 - 7})`}>
            <Icon name="users" />
          </g>
          <text x={x + width + 38} y={y + height / 2 + 4}>
            {/* apart from the words before it, for those who hear it */ ' '}
            {numberText(waiting)}
          </text>
        </g>
      )}
    </a>
  );
};

/** The box of a node, with as much of its texts as fits. */
const Box = ({ node: { kind, number, words, lines, x, y, width, height } }: { readonly node: GraphNode }) => {
  const hasNote = words.note !== '' || lines.length > 0;
  const titleY = hasNote ? 23 : height / 2 + 4.5;
  return (
    <g class={`graph-node ${kind}`}>
      {kind === 'triggers' && <title>{lines.join('\n')}</title>}
      <rect x={x} y={y} width={width} height={height} rx="9" />
      <g transform={`translate(${x + 12} ${y + titleY - 12.5})`}>
        <Icon name={words.icon} />
      </g>
      <g transform={`translate(${x + 38} ${y})`}>
        <text class="graph-title" y={titleY}>
          {shortened(titleOf({ number, words }), TITLE_LENGTH)}
        </text>
        {words.note !== '' && (
          <text class="graph-note" y="41">
            {' '}
            {shortened(words.note, NOTE_LENGTH)}
          </text>
        )}
        {lines.map((line, index) => (
          <text key={line} class="graph-note" y={43 + index * 20}>
            {shortened(line, NOTE_LENGTH)}
          </text>
        ))}
      </g>
    </g>
  );
};

/** Letters that usually fit into a box. */
const TITLE_LENGTH = 38;
const NOTE_LENGTH = 43;

const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`;

/** The title of a node, with the number of a step. */
const titleOf = ({
  number,
  words: { title },
}: {
  readonly number: number | undefined;
  readonly words: GraphNode['words'];
}): string => (number === undefined ? title : `${number}. ${title}`);

/** The title and note of a step as far as the graph shows them, since a link's name has to contain its text. */
const shownWords = (node: GraphNode): readonly string[] =>
  [
    shortened(titleOf({ number: node.number, words: node.words }), TITLE_LENGTH),
    shortened(node.words.note, NOTE_LENGTH),
  ].filter(Boolean);
