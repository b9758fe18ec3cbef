import { type CheckpointControls, checkpointControls } from './checkpoints.ts';
import { type FaultControl, faults } from './faults.ts';
import { type EmailControls, emailControls } from './mail.ts';
import { type Readers, readers } from './records.ts';
import { type RehearsalControls, rehearsalControls } from './rehearsals.ts';
import { type RequestControls, requestControls } from './requests.ts';
import { type TraceControls, traceControls } from './trace.ts';
import { noticeReaders, type WebhookControls, webhooks } from './webhooks.ts';
import { type WhyNotControls, whyNotControls } from './why-not.ts';

/** The operations that servers and tenants share. */
export const sharedOperations = {
  ...readers,
  ...requestControls,
  ...traceControls,
  faults,
  ...checkpointControls,
  ...emailControls,
  ...rehearsalControls,
  ...whyNotControls,
  webhooks,
  ...noticeReaders,
};

/**
 * The functions that servers and tenants share. They are listed by their parts, since declarations have no comments in the
 * type of an object that is put together from others.
 */
export interface SharedControl
  extends Readers,
    RequestControls,
    TraceControls,
    CheckpointControls,
    EmailControls,
    RehearsalControls,
    WhyNotControls,
    WebhookControls {
  readonly faults: FaultControl;
}
