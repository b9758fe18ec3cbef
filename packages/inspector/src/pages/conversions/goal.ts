/** A conversion (goal), with how often it was reached. */
export interface Goal {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  /** The page that counts, if any. */
  readonly url: string | null;
  /** Cents. */
  readonly default_value: number;
  readonly counting_method: string;
  readonly conversions: number;
  /** The sum, in cents. */
  readonly value: number;
}

/** A goal that the dialog shows first, as seeds have it. */
export const EXAMPLE = {
  name: 'Completed checkout',
  default_value: 2500,
  counting_method: 'all',
};
