/** The fate of an email: `…+bounce@…` bounces it, `…+complaint@…` reports it as spam. */
// Unspecified: U-280
export function fateOf(address: string): 'bounce' | 'complaint' | undefined {
  const tag = /\+(bounce|complaint)@[^@]*$/i.exec(address)?.[1]?.toLowerCase();
  return tag as 'bounce' | 'complaint' | undefined; // the pattern allows only these
}
