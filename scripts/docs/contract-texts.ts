import * as exported from '@trickle/sdk/contract';
import { readComments } from './openapi/comments.ts';

interface ContractTexts {
  /** Descriptions of operations, such as `subscribers.upsert`. */
  readonly operations: Readonly<Record<string, string>>;
  /** Descriptions of members, by the name of their schema. Members without a comment are omitted. */
  readonly members: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Reads the comments on the contract's operations and on the members of their records. */
export function contractTexts(): ContractTexts {
  const comments = readComments();
  const nouns = Object.keys(exported.contract).filter((noun) => noun !== 'oauth');
  const operations = nouns.flatMap((noun) =>
    Object.entries(comments[noun]?.members ?? {}).map(
      ([method, { text }]) => [`${noun}.${method}`, text] as const,
    ),
  );
  const schemas = Object.entries(exported).filter(([, value]) => typeof value === 'function');
  const members = schemas.flatMap(([name]) => {
    const texts = Object.entries(comments[name]?.members ?? {}).filter(([, { text }]) => text !== '');
    return texts.length > 0 ? [[name, Object.fromEntries(texts.map(([key, { text }]) => [key, text]))]] : [];
  });
  return { operations: Object.fromEntries(operations), members: Object.fromEntries(members) };
}
