import { afterAll } from 'vitest';
import { defineSurvivingTraces } from './surviving-traces.ts';
import { TemporaryFolder } from './temporary-folder.ts';

const folder = new TemporaryFolder();
afterAll(() => folder[Symbol.dispose]());

let files = 0;
defineSurvivingTraces(async () => folder.file(`${++files}.db`));
