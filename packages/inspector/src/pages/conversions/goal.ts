import type { Item } from '../../api/answers.ts';

/** A conversion (goal), with how often it was reached. */
export type Goal = Item<'GET /_admin/goals', 'goals'>;

/** A goal that the dialog shows first, in the format of a seed. */
export const EXAMPLE = {
  name: 'Completed checkout',
  default_value: 2500,
  counting_method: 'all',
};
