import type { Scenario } from '../scenario.ts';
import { ACCOUNT } from './account.ts';
import { COMMERCE } from './commerce.ts';
import { OWN } from './own.ts';
import { READING } from './read.ts';

export const SCENARIOS: readonly Scenario[] = [...READING, ...OWN, ...ACCOUNT, ...COMMERCE];
