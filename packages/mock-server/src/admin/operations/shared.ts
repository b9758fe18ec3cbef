import type { InProcess } from '../functions.ts';
import { checkpointControls } from './checkpoints.ts';
import { faults } from './faults.ts';
import { emailControls } from './mail.ts';
import { readers } from './records.ts';
import { requestControls } from './requests.ts';
import { noticeReaders, webhooks } from './webhooks.ts';

/** The operations that servers and tenants share. */
export const sharedOperations = {
  ...readers,
  ...requestControls,
  faults,
  ...checkpointControls,
  ...emailControls,
  webhooks,
  ...noticeReaders,
};

/** The functions that servers and tenants share. */
export interface SharedControl extends InProcess<typeof sharedOperations> {}
