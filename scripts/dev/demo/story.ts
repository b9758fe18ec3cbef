import type { Server } from '@trickle/mock-server';
import type { Client } from '@trickle/sdk';
import type { Dice } from './dice.ts';

/** The demo account while its history is made. */
export interface Story {
  readonly server: Server;
  readonly client: Client;
  readonly dice: Dice;
  /** Random choices of readers. They are separate because the order of emails may differ between starts. */
  readonly readers: Dice;
  readonly receivers: string;
  /** The email addresses of all subscribers so far. */
  readonly emails: string[];
  joined: number;
  orders: number;
  /** The number of emails that subscribers have read or left unread. */
  seen: number;
}
