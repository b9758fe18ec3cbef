import { checkpointControls } from './checkpoints.ts';
import { faults } from './faults.ts';
import { emailControls } from './mail.ts';
import { readers } from './records.ts';
import { rehearsalControls } from './rehearsals.ts';
import { requestControls } from './requests.ts';
import { traceControls } from './trace.ts';
import { noticeReaders, webhooks } from './webhooks.ts';
import { whyNotControls } from './why-not.ts';

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
export type SharedControl = typeof readers &
  typeof requestControls &
  typeof traceControls & { readonly faults: typeof faults } & typeof checkpointControls &
  typeof emailControls &
  typeof rehearsalControls &
  typeof whyNotControls & { readonly webhooks: typeof webhooks } & typeof noticeReaders;
