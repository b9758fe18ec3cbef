import type { InputOf, Item } from '../../api/responses.ts';

/** A background job in the list. */
export type Job = Item<'GET /_admin/jobs', 'jobs'>;

/** The state of a job. */
export type JobState = NonNullable<InputOf<'GET /_admin/jobs'>['state']>;

/** A batch of v2 or an activity of v3. */
export type BackgroundRequest = Item<'GET /_admin/background_requests', 'requests'>;
