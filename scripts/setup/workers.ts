import { availableParallelism } from 'node:os';

/** How many tests run at a time: one for every second core, since servers and browsers use the others, and at least two. */
export const WORKERS = Math.max(2, Math.floor(availableParallelism() / 2));
