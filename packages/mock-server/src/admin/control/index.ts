import { type CheckpointControls, checkpointControl } from '../checkpoints/checkpoints.ts';
import { type EmailControls, emailControl } from './email.ts';
import { type FaultControls, faultControl } from './faults.ts';
import { type Readers, readersOf } from './records.ts';
import { type RequestControls, requestControl } from './requests.ts';
import type { Runtime } from './runtime.ts';
import { type WebhookControls, webhookControl } from './webhooks.ts';

/** The functions that servers and tenants share. */
export interface ServerControl
  extends Readers,
    RequestControls,
    FaultControls,
    CheckpointControls,
    EmailControls,
    WebhookControls {}

/** Creates the shared functions, limited to one account if `own` is given. `firstId` is the default account. */
export const serverControl = (runtime: Runtime, firstId: string, own?: string): ServerControl => ({
  ...readersOf(runtime.store, firstId),
  ...requestControl(runtime.requestLog, runtime.store, firstId, own),
  ...faultControl(runtime.faultRules, own),
  ...checkpointControl(runtime, own),
  ...emailControl(runtime, firstId),
  ...webhookControl(runtime, firstId),
});
