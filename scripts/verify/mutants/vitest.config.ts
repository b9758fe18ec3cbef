import shared from '../../../vitest.config.ts';
import { TIME_LIMIT } from '../../setup/time-limit.ts';

/** All tests that run in this process, with what they execute. A mutant that hangs is killed soon. */
export default {
  ...shared,
  root: `${import.meta.dirname}/../../..`,
  test: {
    include: ['packages/{cli,design,mock-server,sdk}/{src,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/{browser,runtimes,postgres}/**'],
    setupFiles: [`${import.meta.dirname}/executed.ts`],
    experimental: { viteModuleRunner: false },
    execArgv: ['--conditions=trickle-source'],
    isolate: false,
    maxWorkers: 1,
    testTimeout: TIME_LIMIT / 20,
  },
};
