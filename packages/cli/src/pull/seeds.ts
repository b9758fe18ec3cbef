/** What the reference server knows about seeds. The build puts it into this package. */
export { fitAccount } from '../../../mock-server/src/seed/fit-account.ts';
export { incompleteAdditions } from '../../../mock-server/src/seed/merge-additions.ts';
export { readSeedFolder } from '../../../mock-server/src/seed/read-seed.ts';
export * as seed from '../../../mock-server/src/seed/schema.ts';
export { SeedError } from '../../../mock-server/src/seed/validate.ts';
