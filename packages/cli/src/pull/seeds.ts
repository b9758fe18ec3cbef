/** The seed code of the reference server. The build bundles it into this package. */
export { fitAccount } from '../../../mock-server/src/seed/fit-account.ts';
export { incompleteAdditions } from '../../../mock-server/src/seed/merge-additions.ts';
export { readSeedFolder } from '../../../mock-server/src/seed/read-seed.ts';
export * as seed from '../../../mock-server/src/seed/schema.ts';
export { SeedError } from '../../../mock-server/src/seed/validate.ts';
