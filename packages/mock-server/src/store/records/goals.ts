import { CONVERSION_VALUE_LIMIT, field as f } from '@trickle/sdk/contract';
import type { WithDefaults } from './with-defaults.ts';

export const goalMembers = () => ({
  url: f.optional(f.text()),
  default_value: f.optional(f.integerBelow(CONVERSION_VALUE_LIMIT)),
  counting_method: f.optional(f.oneOf('one_per_visitor', 'all')),
});

// Unspecified: U-51
export const goalDefaults = { default_value: 0, counting_method: 'all' } as const;

export type GoalData = WithDefaults<typeof goalMembers, typeof goalDefaults>;
