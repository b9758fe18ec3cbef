import { openContext } from '../../domain/context/context.ts';
import type { StepsPayload } from '../../domain/queue.ts';
import { doSteps } from '../../domain/workflows/steps.ts';
import type { JobContext } from '../handler.ts';

/** Runs a subscriber's next workflow steps. */
export const continueWorkflow = (context: JobContext, payload: StepsPayload): Promise<void> =>
  doSteps(openContext(context, 'workflow'), payload);
