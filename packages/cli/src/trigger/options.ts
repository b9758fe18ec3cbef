/** The options of `trickle trigger` as they were typed. */
export interface TriggerOptions {
  readonly list?: boolean;
}
