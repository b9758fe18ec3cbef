import { parseJson } from '@trickle/sdk/contract';

/** Parses JSON; returns `otherwise` for invalid JSON. */
export function tryParseJson(text: string, otherwise?: unknown): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return otherwise;
    throw error;
  }
}
