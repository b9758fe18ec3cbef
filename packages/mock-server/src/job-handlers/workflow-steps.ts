import { doSteps } from '../domain/workflows/steps.ts';
import type { JobContext } from '../jobs/handler.ts';
import type { StepsPayload } from '../jobs/kinds.ts';

/** Runs a subscriber's next workflow steps. */
export const continueWorkflow = (context: JobContext, payload: StepsPayload): Promise<void> =>
  doSteps({ ...context, source: 'workflow', cause: { type: 'workflow', id: payload.workflowId } }, payload);
