import type { Transaction } from '../store/engine/store.ts';
import { listAccounts } from '../store/tables/accounts.ts';
import { listRecords } from '../store/tables/records.ts';

/** The account of the shop, and the records that the shop shows. */
export interface ShopAccount {
  readonly id: string;
  /** The first embedded form: the newsletter form of the footer. */
  readonly formId: string | undefined;
  /** The first active campaign: the newsletter. */
  readonly campaignId: string | undefined;
}

/** Reads the server's first account; undefined if the server has no accounts. */
export async function readShopAccount(tx: Transaction): Promise<ShopAccount | undefined> {
  const [account] = await listAccounts(tx);
  if (account === undefined) return undefined;
  const { id } = account;
  const forms = (await listRecords(tx, id, 'forms')).rows;
  const campaigns = await listRecords(tx, id, 'campaigns', {
    status: 'active',
    slice: { limit: 1, offset: 0 },
  });
  return {
    id,
    formId: forms.find(({ data }) => data.orientation === 'embedded')?.id,
    campaignId: campaigns.rows[0]?.id,
  };
}
