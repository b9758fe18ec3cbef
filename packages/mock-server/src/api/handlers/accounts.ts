import type { Account } from '@trickle/sdk/contract';
import { NotFoundError } from '../../domain/errors.ts';
import { urlBelow } from '../../shared/values/encoded-url.ts';
import { type AccountRow, findAccount, listAccountsOf } from '../../store/tables/accounts.ts';
import type { Handlers } from '../http/handler.ts';

function present({ id, createdAt, data }: AccountRow, baseUrl: string): Account {
  const { lead_scoring, script_origins, dynamic_content, trigger_links, ...others } = data;
  const { declared_tags, declared_actions, is_offline, ...members } = others;
  return { id, ...members, created_at: createdAt, href: urlBelow(baseUrl, 'v2', 'accounts', id) };
}

export const accounts: Handlers<'accounts'> = {
  async list({ context, user, baseUrl }) {
    const rows = await listAccountsOf(context.tx, user.userId);
    return { output: rows.map((row) => present(row, baseUrl)) };
  },
  async get({ context, baseUrl }) {
    const row = await findAccount(context.tx, context.accountId);
    if (!row) throw new NotFoundError('account', context.accountId);
    return { output: present(row, baseUrl) };
  },
};
