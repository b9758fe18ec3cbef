import { contract } from '@trickle/sdk/contract';
import type { Hono } from 'hono';
import { notImplemented } from '../http/refusals.ts';

/** The two endpoints of OAuth, which this version does not do. */
export function bindOAuth(app: Hono): void {
  for (const [operation, { method, path }] of Object.entries(contract.oauth)) {
    app.on(method, path, () => {
      throw notImplemented(`oauth.${operation}`);
    });
  }
}
