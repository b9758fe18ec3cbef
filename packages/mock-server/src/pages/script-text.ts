/** A value as an expression of JavaScript that no text can break out of, wherever in a page the script stands. */
export const scriptValue = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
