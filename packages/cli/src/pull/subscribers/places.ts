/** The English names of all countries, in lower case. */
function countryNames(): Set<string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return new Set(letters.flatMap((a) => letters.flatMap((b) => names.of(a + b)?.toLowerCase() ?? [])));
}

let countries: Set<string> | undefined;

/** Whether a text is a code of a country or a state, or the name of a country. */
export function isPlace(text: string): boolean {
  countries ??= countryNames();
  return /^[A-Z]{2,3}$/.test(text) || countries.has(text.toLowerCase());
}
