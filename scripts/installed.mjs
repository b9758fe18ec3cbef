// Plain JavaScript without dependencies: setup runs it before anything is installed.

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, resolved?: string, optional?: boolean }} Entry
 * @typedef {{ packages?: Record<string, Entry> }} Lockfile
 */

/**
 * True when what npm noted down about `node_modules` is what `package-lock.json` asks for.
 * Optional packages may be missing: they belong to other platforms.
 * @param {Lockfile} wanted `package-lock.json`
 * @param {Lockfile} found `node_modules/.package-lock.json`
 */
export function inStep(wanted, found) {
  const wantedEntries = wanted.packages ?? {};
  const foundEntries = found.packages ?? {};
  const nothingMissing = Object.entries(wantedEntries).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') || entry.optional || sameEntry(entry, foundEntries[path]),
  );
  return (
    nothingMissing &&
    Object.entries(foundEntries).every(([path, entry]) => sameEntry(entry, wantedEntries[path]))
  );
}

/**
 * @param {Entry} one
 * @param {Entry | undefined} other
 */
function sameEntry(one, other) {
  return other !== undefined && one.version === other.version && one.link === other.link;
}
