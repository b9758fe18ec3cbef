import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract, type Endpoint } from '@trickle/sdk/contract';
import { transformSync } from 'amaro';
import { parseAst } from 'rollup/parseAst';
import { keyOf, type Node } from '../syntax.ts';

const FOLDER = join(import.meta.dirname, '../../../packages/sdk/src');

/** A method of the client, as described by its source. */
export interface Method {
  /** `subscribers` */
  readonly noun: string;
  /** `upsertMany` */
  readonly name: string;
  /** `upsertMany(source: …, options?: …): …` */
  readonly signature: string;
  /** Description in Markdown. The first line is one sentence. */
  readonly text: string;
  /** Section of the interface: `"Subscribers", list arguments`. */
  readonly section: string;
  readonly throws: readonly { readonly error: string; readonly when: string }[];
  readonly example: string;
  /** The endpoint that it calls, possibly several times. Undefined for a method that combines others. */
  readonly endpoint: Endpoint | undefined;
}

/** Parts of a syntax tree that `syntax.ts` does not declare. */
interface Declaration extends Node {
  readonly body: { readonly body: readonly (Node & { readonly value: { readonly body: Node } })[] };
}

/** Reads the methods of all nouns, in the order of their sources. */
export function readMethods(): readonly Method[] {
  const files = readdirSync(join(FOLDER, 'resources')).filter((file) => file !== 'resource.ts');
  return [...files.sort().flatMap(methodsOf), ...oauthMethods()];
}

function methodsOf(file: string): Method[] {
  const source = readFileSync(join(FOLDER, 'resources', file), 'utf8');
  const noun = file.replace('.ts', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const program = parseAst(transformSync(source, { mode: 'strip-only' }).code) as unknown as {
    body: readonly { declaration?: Declaration }[];
  };
  const members = program.body.flatMap(({ declaration }) =>
    declaration?.type === 'ClassDeclaration' ? declaration.body.body : [],
  );
  // Stripping replaces types with spaces, so positions stay the same.
  return members.map((member) =>
    methodOf(
      noun,
      keyOf(member),
      source.slice(0, member.start),
      source.slice(member.start, member.value.body.start),
    ),
  );
}

/** Reads the methods of OAuth, an interface whose methods have no bodies. */
function oauthMethods(): Method[] {
  const source = readFileSync(join(FOLDER, 'oauth/oauth.ts'), 'utf8');
  const start = source.indexOf('export interface OAuth {');
  const end = source.indexOf('\n}\n', start);
  const members = source.slice(start, end).matchAll(/(?<=\n {2})(\w+)\([\s\S]*?\): [^;]+(?=;)/g);
  return Array.from(members, ({ 0: signature, 1: name = '', index }) =>
    methodOf('oauth', name, source.slice(0, start + index), signature),
  );
}

function methodOf(noun: string, name: string, before: string, signature: string): Method {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(before) ?? [];
  const lines = comment.replaceAll(/\n {3}\* ?/g, '\n').trim();
  const [text = '', ...tags] = lines.split(/\n(?=@)/);
  const [, section = ''] = /Interface: ([\s\S]*?)\.(?:\n\n|$)/.exec(`${text.trim()}\n\n`) ?? [];
  const endpoints: Readonly<Record<string, Endpoint>> = contract[noun as keyof typeof contract];
  return {
    noun,
    name,
    signature: signature
      .replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll('( ', '(')
      .replaceAll(', )', ')')
      .trim(),
    text: paragraphs(unlinked(text.replace(/ ?Interface: [\s\S]*?\.(?=\n\n|\s*$)/, ''))),
    section: section.replaceAll(/\s+/g, ' '),
    throws: tags.filter((tag) => tag.startsWith('@throws')).map(thrown),
    example: tags.find((tag) => tag.startsWith('@example'))?.match(/```ts\n([\s\S]*?)```/)?.[1] ?? '',
    endpoint: endpoints[name.replace(/Many$/, 'Batch')],
  };
}

function thrown(tag: string): { error: string; when: string } {
  const [, error = '', when = ''] = /\{@link (\w+)\}\s*([\s\S]*)/.exec(tag) ?? [];
  return { error, when: unlinked(when).replaceAll(/\s+/g, ' ').trim() };
}

/** Joins the lines of each paragraph. */
const paragraphs = (text: string) => text.trim().replaceAll(/(?<!\n)\n(?![\n-])/g, ' ');

const unlinked = (text: string) => text.replaceAll(/\{@link (\w+)\}/g, '`$1`');
