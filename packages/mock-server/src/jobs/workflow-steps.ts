import { doSteps, type StepsPayload } from '../domain/workflow-steps.ts';
import type { JobContext } from './handlers.ts';

/** Goes on with someone's workflow. */
export const continueWorkflow = (context: JobContext, payload: StepsPayload): Promise<void> =>
  doSteps({ ...context, source: 'workflow' }, payload);
