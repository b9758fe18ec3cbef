import type { AdminOperation } from '../operation.ts';
import { accounts } from './accounts.ts';
import { applications } from './applications.ts';
import { checkpoints } from './checkpoints.ts';
import { clock } from './clock.ts';
import { faults } from './faults.ts';
import { mail } from './mail.ts';
import { readers } from './readers.ts';
import { requests } from './requests.ts';
import { webhooks } from './webhooks.ts';

export type { AdminOperation };

/** All operations of the admin API except the event stream. */
export const adminOperations: readonly AdminOperation[] = [
  ...accounts,
  ...clock,
  ...faults,
  ...requests,
  ...checkpoints,
  ...readers,
  ...mail,
  ...webhooks,
  ...applications,
];
