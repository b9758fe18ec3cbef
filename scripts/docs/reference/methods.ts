import { basename } from 'node:path';
import { contract, type Endpoint } from '@trickle/sdk/contract';
import { filesAt } from '../../setup/repository.ts';
import { type DeclaredMember, membersIn, oneLine, withoutLinks } from '../syntax.ts';

const OAUTH = 'packages/sdk/src/oauth/oauth.ts';

/** A method of the client, described by its source. */
export interface Method {
  readonly noun: string;
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

/** Reads the methods of all nouns, in the order of their sources. */
export function readMethods(): readonly Method[] {
  const files = filesAt('packages/sdk/src/resources/!(resource).ts');
  return [
    ...files.flatMap((file) => {
      const name = basename(file, '.ts');
      const noun = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      return membersIn(file).map((member) => methodOf(noun, member));
    }),
    ...membersIn(OAUTH, 'OAuth').map((member) => methodOf('oauth', member)),
  ];
}

function methodOf(noun: string, { name, signature, comment }: DeclaredMember): Method {
  const [text = '', ...tags] = comment.split(/\n(?=@)/);
  const [, section = ''] = /Interface: ([\s\S]*?)\.(?:\n\n|$)/.exec(`${text.trim()}\n\n`) ?? [];
  const endpoints: Readonly<Record<string, Endpoint>> = contract[noun as keyof typeof contract];
  return {
    noun,
    name,
    signature: signature.replaceAll('( ', '(').replaceAll(', )', ')'),
    text: paragraphs(withoutLinks(text.replace(/ ?Interface: [\s\S]*?\.(?=\n\n|\s*$)/, ''))),
    section: oneLine(section),
    throws: tags.filter((tag) => tag.startsWith('@throws')).map(thrown),
    example: tags.find((tag) => tag.startsWith('@example'))?.match(/```ts\n([\s\S]*?)```/)?.[1] ?? '',
    endpoint: endpoints[name.replace(/Many$/, 'Batch')],
  };
}

function thrown(tag: string): { error: string; when: string } {
  const [, error = '', when = ''] = /\{@link (\w+)\}\s*([\s\S]*)/.exec(tag) ?? [];
  return { error, when: oneLine(withoutLinks(when)) };
}

/** Joins the lines of each paragraph. */
const paragraphs = (text: string) => text.trim().replaceAll(/(?<!\n)\n(?![\n-])/g, ' ');
