/** Parses JSON; returns `otherwise` for invalid JSON. */
export function tryParseJson(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return otherwise;
    throw error;
  }
}
