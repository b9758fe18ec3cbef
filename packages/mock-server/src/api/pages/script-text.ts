/** Encodes a value as a JavaScript expression that is safe anywhere in a page. */
export const scriptValue = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
