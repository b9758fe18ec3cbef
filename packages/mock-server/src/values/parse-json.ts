/** What a text says as JSON; where it is none, what is given in its place. */
export function tryParseJson(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return otherwise;
    throw error;
  }
}
