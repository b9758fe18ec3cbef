/**
 * Something in an answer of success that the interface does not say. Nothing in it tells of a person: values are left
 * out, and so are names that may be anybody's own.
 */
export interface ResponseWarning {
  /** As you call it: `subscribers.get`. */
  readonly operation: string;
  /** `type`: a member is missing or not of its type. The other two: the service added a member or a value. */
  readonly kind: 'type' | 'unknown_member' | 'unknown_value';
  /** Where it is, for all records at once: `subscribers[].email`; `*` stands for a name of the caller's own. */
  readonly path: string;
  /** What it is that is wrong with it: `is missing`. */
  readonly problem: string;
  /** All of that as a sentence. */
  readonly message: string;
}
