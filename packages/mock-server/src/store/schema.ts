/** What the databases say differently. */
export interface Dialect {
  /** A column that counts up by itself. */
  readonly sequence: string;
}

/**
 * The nouns that are kept as one JSON document each, with the columns that lists filter and sort by.
 * `seq` tells the order of creation where `created_at` is the same.
 */
export const RECORD_TABLES = [
  'broadcasts',
  'campaigns',
  'forms',
  'goals',
  'webhooks',
  'workflows',
  'workflow_triggers',
] as const;
export type RecordTable = (typeof RECORD_TABLES)[number];

/** Every table, so that `reset` can forget none. */
export const TABLES = [
  'accounts',
  'users',
  'memberships',
  'tokens',
  'oauth_applications',
  'subscribers',
  'subscriber_tags',
  'custom_fields',
  'events',
  'visitors',
  'script_messages',
  ...RECORD_TABLES,
] as const;

/** The statements that make all tables that are not there yet. */
export function createTables({ sequence }: Dialect): string {
  const records = RECORD_TABLES.map(
    (table) => `
      create table if not exists ${table} (
        seq ${sequence}, account_id text not null, id text not null, name text not null,
        status text not null, created_at text not null, data text not null,
        unique (account_id, id)
      );`,
  ).join('');
  return `
    create table if not exists accounts (
      seq ${sequence}, id text not null unique, created_at text not null, data text not null
    );
    create table if not exists users (
      seq ${sequence}, id text not null unique, email text not null, data text not null
    );
    create table if not exists memberships (
      account_id text not null, user_id text not null, role text not null,
      primary key (account_id, user_id)
    );
    create table if not exists tokens (
      token text primary key, kind text not null, user_id text not null, created_at text not null
    );
    create table if not exists oauth_applications (
      client_id text primary key, data text not null
    );
    create table if not exists subscribers (
      seq ${sequence}, account_id text not null, id text not null, email text not null,
      email_key text not null, user_id text, visitor_uuid text, status text not null,
      created_at text not null, data text not null,
      unique (account_id, id), unique (account_id, email_key), unique (account_id, user_id)
    );
    create table if not exists subscriber_tags (
      seq ${sequence}, account_id text not null, subscriber_id text not null, tag text not null,
      unique (account_id, subscriber_id, tag)
    );
    create index if not exists subscriber_tags_by_tag on subscriber_tags (account_id, tag);
    create table if not exists custom_fields (
      seq ${sequence}, account_id text not null, identifier text not null,
      unique (account_id, identifier)
    );
    create table if not exists events (
      seq ${sequence}, account_id text not null, id text not null, subscriber_id text,
      visitor_uuid text, action text not null, occurred_at text not null, properties text not null,
      unique (account_id, id)
    );
    create index if not exists events_by_action on events (account_id, action);
    create index if not exists events_by_subscriber on events (account_id, subscriber_id);
    create index if not exists events_by_visitor on events (account_id, visitor_uuid);
    create table if not exists visitors (
      account_id text not null, uuid text not null, subscriber_id text, created_at text not null,
      data text not null, primary key (account_id, uuid)
    );
    create table if not exists script_messages (
      account_id text not null, id text not null, received_at text not null, result text not null,
      primary key (account_id, id)
    );${records}`;
}
