import { availableParallelism } from 'node:os';

/** The number of parallel tests: one for every second core, since servers and browsers use the others, but at least two. */
export const WORKERS = Math.max(2, Math.floor(availableParallelism() / 2));
