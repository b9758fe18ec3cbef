const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  return format;
}

/** How many minutes a zone is ahead of UTC at a moment (milliseconds since 1970), with its real rules. */
export function utcOffset(timeZone: string, at: number): number {
  if (timeZone === 'Etc/UTC') return 0;
  const name = formatOf(timeZone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  if (sign === undefined) return 0; // `GMT` alone
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
