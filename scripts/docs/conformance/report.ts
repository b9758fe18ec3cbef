import { contract, didYouMean } from '@trickle/sdk/contract';
import compared from '../../../docs/compared.json' with { type: 'json' };
import { table } from '../reference/table.ts';
import { type Annotation, readAnnotations } from './annotations.ts';
import { type Row, readRows } from './rows.ts';

export interface Report {
  /** The content of docs/conformance.md. */
  readonly markdown: string;
  /** Unproven rows of this version. */
  readonly unproven: readonly string[];
  /** Annotations of unknown rows, and rows of later versions that are proven. */
  readonly mistakes: readonly string[];
}

/** Compares the annotations of all tests with all rows. */
export function report(rows: readonly Row[] = readRows(), annotations = readAnnotations()): Report {
  const proofs = new Map<string, Annotation[]>(rows.map((row) => [nameOf(row), []]));
  const mistakes = annotations.flatMap((annotation) => {
    const name = nameOf(annotation);
    const place = `${annotation.file}:${annotation.line}`;
    if (annotation.test === '') return [`${place}: there is no test below "proves: ${name}"`];
    const row = proofs.get(name);
    if (!row)
      return [`${place}: the interface has no row "${name}"${didYouMean(name, namesOf(rows, annotation))}`];
    row.push(annotation);
    return [];
  });
  const proven = (row: Row) => proofs.get(nameOf(row)) ?? [];
  const early = rows.filter((row) => row.later !== undefined && proven(row).length > 0);
  const now = rows.filter(({ later }) => later === undefined);
  return {
    markdown: page(rows, proven),
    unproven: now.filter((row) => proven(row).length === 0).map(nameOf),
    mistakes: [
      ...mistakes,
      ...early.map((row) => `"${nameOf(row)}" is proven: take it off "later" in notes.json`),
    ],
  };
}

const nameOf = ({ kind, key }: Pick<Row, 'kind' | 'key'>) => `${kind} ${key}`;

/** The candidates for suggestions: rows of the same kind, if there are any. */
function namesOf(rows: readonly Row[], { kind }: Annotation): string[] {
  const same = rows.filter((row) => row.kind === kind);
  return (same.length > 0 ? same : rows).map(nameOf);
}

function page(rows: readonly Row[], proofsOf: (row: Row) => readonly Annotation[]): string {
  const now = rows.filter(({ later }) => later === undefined);
  const proven = now.filter((row) => proofsOf(row).length > 0);
  const others = rows.filter((row) => row.later !== undefined);
  return `${[
    '# Conformance',
    '',
    'Every row of the interface with the tests that prove it. Written by `npm run generate` from the',
    'tables of the interface and the lines `// proves: …` above the tests; a test fails when it is out of date,',
    'when a row has no proof, and when a proof names no row.',
    '',
    `${proven.length} of ${now.length} rows are proven. ${others.length} come with a later version.`,
    '',
    `${Object.keys(compared.operations).length} of ${endpoints.size} operations were [compared with the service](guides/compare-with-the-service.md); the others show a dash.`,
    '',
    'Not here: rule 1, that the API is HTTPS only, which is the business of what stands before the server.',
    ...[...Map.groupBy(now, ({ section }) => section)].flatMap(([section, members]) => [
      '',
      `## ${section}`,
      '',
      table(
        ['Row', 'Compared with the service', 'Proof'],
        members.map((row) => [row.key, comparedOn(row), proofs(proofsOf(row))]),
      ),
    ]),
    '',
    '## Comes with a later version',
    ...[...Map.groupBy(others, ({ later }) => later)].flatMap(([title, members]) => [
      '',
      `### ${title}`,
      '',
      ...members.map((row) => `- ${row.section}: ${row.key}`),
    ]),
  ].join('\n')}\n`;
}

/** The names of operations by their rows. */
const endpoints: ReadonlyMap<string, string> = new Map(
  Object.entries(contract).flatMap(([noun, methods]) =>
    Object.entries(methods).map(
      ([name, { method, path }]) => [`${method} ${path}`, `${noun}.${name}`] as const,
    ),
  ),
);

/** The date on which an operation was compared with the service, from docs/compared.json. */
function comparedOn({ kind, key }: Row): string {
  const days: Readonly<Record<string, string>> = compared.operations;
  return kind === 'endpoint' ? (days[endpoints.get(key) ?? ''] ?? '–') : '';
}

function proofs(annotations: readonly Annotation[]): string {
  if (annotations.length === 0) return '**none**';
  const told = annotations.map(({ file, test }) => {
    const short = file.replace(/^packages\//, '').replace('/test/', '/');
    return `[${short}](../${file}): ${test}`;
  });
  return [...new Set(told)].join('<br>');
}
