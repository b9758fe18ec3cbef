// Plain JavaScript without dependencies: setup runs it before anything is installed.

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry
 * @typedef {{ packages?: Record<string, Entry> }} Lockfile
 * @typedef {{ os: string, cpu: string, libc: string }} Platform
 */

/** @returns {Platform} */
export function thisPlatform() {
  // @ts-expect-error The types of Node.js leave the option out.
  process.report.excludeNetwork = true;
  const { header } = /** @type {{ header: object }} */ (process.report.getReport());
  const libc = 'glibcVersionRuntime' in header ? 'glibc' : 'musl';
  return { os: process.platform, cpu: process.arch, libc };
}

/**
 * True when what npm noted down about `node_modules` is what `package-lock.json` asks for. Optional packages may
 * be missing, unless they are the native part of another for this platform: npm leaves those out when the Node.js
 * that it runs on is older than they want.
 * @param {Lockfile} wanted `package-lock.json`
 * @param {Lockfile} found `node_modules/.package-lock.json`
 * @param {Platform} platform
 */
export function inStep(wanted, found, platform) {
  const wantedEntries = wanted.packages ?? {};
  const foundEntries = found.packages ?? {};
  const nothingMissing = Object.entries(wantedEntries).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') ||
      (entry.optional && !isFor(platform, entry)) ||
      sameEntry(entry, foundEntries[path]),
  );
  return (
    nothingMissing &&
    Object.entries(foundEntries).every(([path, entry]) => sameEntry(entry, wantedEntries[path]))
  );
}

/**
 * @param {Platform} platform
 * @param {Entry} entry
 */
function isFor(platform, { os, cpu, libc }) {
  if (os === undefined || cpu === undefined) return false;
  return os.includes(platform.os) && cpu.includes(platform.cpu) && (libc?.includes(platform.libc) ?? true);
}

/**
 * @param {Entry} one
 * @param {Entry | undefined} other
 */
function sameEntry(one, other) {
  return other !== undefined && one.version === other.version && one.link === other.link;
}
