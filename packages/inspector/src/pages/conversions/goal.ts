import type { Item } from '../../api/answers.ts';

/** A conversion (goal), with how often it was reached. */
export type Goal = Item<'GET /_admin/goals', 'goals'>;

/** A goal that the dialog shows first, as seeds have it. */
export const EXAMPLE = {
  name: 'Completed checkout',
  default_value: 2500,
  counting_method: 'all',
};
