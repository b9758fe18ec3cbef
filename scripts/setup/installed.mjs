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
 * Whether the contents of `node_modules`, as npm recorded them, match `package-lock.json`. Optional packages may
 * be missing, except a package's native part for this platform: npm omits those when running on a Node.js
 * version that they do not support.
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
