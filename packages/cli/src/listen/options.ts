/** The options of `trickle listen` as they were typed. */
export interface ListenOptions {
  readonly forwardTo: string;
  readonly events?: string;
  readonly limit?: string;
  readonly since?: string;
}
