/** Statuses of what a token or a plan may not be allowed to read, and of what an older service may not have. */
export const SKIPPED: readonly number[] = [403, 404, 405, 410];
