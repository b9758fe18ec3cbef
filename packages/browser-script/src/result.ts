/** The result of a message. The members are unchecked: the server's answer may contain anything. */
export interface Result {
  visitor_uuid?: unknown;
  anonymous?: unknown;
  /** Whether the visitor's cookie is old and must be written again. */
  renew?: unknown;
  /** Falsy on success. */
  error?: unknown;
  /** The validation issues of a form's fields. */
  errors?: unknown;
}

/** The result of a message as the server sends it. */
export interface Given extends Result {
  success?: unknown;
}
