import type { Item } from '../../api/answers.ts';

/** A background job in the list. */
export type Job = Item<'GET /_admin/jobs', 'jobs'>;

/** A batch of v2 or an activity of v3. */
export type BackgroundRequest = Item<'GET /_admin/background_requests', 'requests'>;
