import type { AdminOperation } from '../operation.ts';
import { accounts } from './accounts.ts';
import { applications } from './applications.ts';
import { changes } from './changes.ts';
import { checkpoints } from './checkpoints.ts';
import { clock } from './clock.ts';
import { faults } from './faults.ts';
import { jobs } from './jobs.ts';
import { mail } from './mail.ts';
import { overview } from './overview.ts';
import { readers } from './readers.ts';
import { records } from './records.ts';
import { requests } from './requests.ts';
import { subscribers } from './subscribers.ts';
import { webhooks } from './webhooks.ts';

export type { AdminOperation };

/** All operations of the admin API except the streams. */
export const adminOperations: readonly AdminOperation[] = [
  ...overview,
  ...accounts,
  ...clock,
  ...faults,
  ...requests,
  ...checkpoints,
  ...subscribers,
  ...records,
  ...jobs,
  ...readers,
  ...mail,
  ...webhooks,
  ...applications,
  ...changes,
];
