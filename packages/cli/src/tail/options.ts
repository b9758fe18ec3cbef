/** The options of `trickle tail` as they were typed. */
export interface TailOptions {
  readonly event?: readonly string[];
  readonly limit?: string;
  readonly since?: string;
  readonly listen?: string;
  readonly secret?: string;
  readonly publicUrl?: string;
}
