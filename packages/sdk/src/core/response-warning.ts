/** A deviation of a successful response from the interface, without values and custom names: they may be personal. */
export interface ResponseWarning {
  /** Name of the method: `subscribers.get`. */
  readonly operation: string;
  /** `type`: a member is missing or of the wrong type. Otherwise the service added a member or a value. */
  readonly kind: 'type' | 'unknown_member' | 'unknown_value';
  /** Path of the member, without indexes: `subscribers[].email`. `*` stands for a custom name. */
  readonly path: string;
  /** The problem: `is missing`. */
  readonly problem: string;
  /** The warning as a sentence. */
  readonly message: string;
}
