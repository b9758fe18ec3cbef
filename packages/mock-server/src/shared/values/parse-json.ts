import { parseJson } from '@trickle/sdk/contract';

/** Parses JSON; returns `otherwise` for invalid JSON, and for JSON that is nested too deeply. */
export function tryParseJson(text: string, otherwise?: unknown): unknown {
  try {
    return parseJson(text);
  } catch {
    return otherwise;
  }
}
