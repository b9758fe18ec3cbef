import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const UTC = 'Etc/UTC';

let names: ReadonlyMap<string, string> | undefined;

/** The names of the Olson database by lower-case name, loaded on first use. */
function olsonNames(): ReadonlyMap<string, string> {
  if (names === undefined) {
    const { zones } = require('tzdata') as {
      zones: Readonly<Record<string, unknown>>;
    };
    const usable = [...Object.keys(zones), ...Intl.supportedValuesOf('timeZone')].filter(isUsable);
    names = new Map(usable.map((name) => [name.toLowerCase(), name]));
  }
  return names;
}

/** `Factory` marks machines without a configured zone. */
const isUsable = (name: string) => name !== 'Factory';

/** Finds a zone's spelling in the Olson database, case-insensitively; undefined for other text. */
// Unspecified: U-141
export function olsonName(text: string): string | undefined {
  if (text === UTC) return UTC; // the default: most servers need no other name
  return text.length > 50 ? undefined : olsonNames().get(text.toLowerCase());
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  return format;
}

/** A zone's offset in minutes ahead of UTC at a time (milliseconds since 1970), including daylight saving. */
export function utcOffset(timeZone: string, at: number): number {
  if (timeZone === UTC) return 0;
  const name = formatOf(timeZone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  if (sign === undefined) return 0; // `GMT` alone
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Zones with a fractional hour offset, by minutes ahead of UTC in standard time. */
const oddZones: Readonly<Record<number, string>> = {
  [-570]: 'Pacific/Marquesas',
  [-210]: 'America/St_Johns',
  210: 'Asia/Tehran',
  270: 'Asia/Kabul',
  330: 'Asia/Kolkata',
  345: 'Asia/Kathmandu',
  390: 'Asia/Yangon',
  525: 'Australia/Eucla',
  570: 'Australia/Darwin',
  630: 'Australia/Lord_Howe',
  765: 'Pacific/Chatham',
};

/** Finds a zone by its offset in minutes ahead of UTC. `Etc/GMT+6` is six hours behind UTC. */
// Unspecified: U-59
export function zoneAtOffset(minutes: number): string | undefined {
  if (minutes === 0) return 'Etc/UTC';
  if (minutes % 60 !== 0) return oddZones[minutes];
  if (minutes < -12 * 60 || minutes > 14 * 60) return undefined;
  return `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes) / 60}`;
}
