/** The own options of `trickle login` as they were typed. */
export interface LoginOptions {
  readonly withToken?: boolean;
  readonly force?: boolean;
}
