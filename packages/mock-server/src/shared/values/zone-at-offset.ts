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
