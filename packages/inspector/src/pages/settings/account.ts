/** A token of an account. */
export interface Token {
  readonly token: string;
  readonly kind: 'api' | 'oauth';
  readonly user_id: string;
  /** The OAuth application that it was granted to. */
  readonly client_id: string | null;
  readonly created_at: string;
}

/** A member of an account. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly time_zone: string;
  readonly role: string;
  readonly tokens: readonly Token[];
}

/** The answer of `GET /_admin/accounts/{account_id}`. */
export interface Account {
  readonly id: string;
  readonly created_at: string;
  readonly has_own_clock: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly users: readonly User[];
  readonly tokens: readonly Token[];
  /** Identifiers. */
  readonly custom_fields: readonly string[];
  /** Null if limits are switched off. */
  readonly limits: Readonly<Record<string, number | boolean>> | null;
}
