// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Filter and sort order of the broadcast list. */
export interface BroadcastQuery {
  /** Default: all. */
  status?: 'draft' | 'scheduled' | 'sent' | undefined;
  sort?: 'created_at' | 'send_at' | 'name' | undefined;
  direction?: 'asc' | 'desc' | undefined;
  /** The number of the page, from 1. */
  page?: number | undefined;
}

/** A single-email campaign ("Single-email campaign (broadcast)"). */
export interface Broadcast {
  id: string;
  status: 'draft' | 'canceled' | 'scheduled' | 'sending' | 'sent' | (string & {});
  /** An internal name, not shown to subscribers. */
  name: string;
  from_name?: string | null | undefined;
  from_email?: string | null | undefined;
  postal_address?: string | null | undefined;
  /** Whether `send_at` is in each subscriber's own time zone. */
  localize_sending_time: boolean;
  /** ISO 8601. */
  send_at?: string | null | undefined;
  bcc: string | null;
  /** ISO 8601. */
  created_at: string;
  href: string;
  subject: string;
  html_body: string;
  text_body: string;
  links: {
    account: string;
  };
}
