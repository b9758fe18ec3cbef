import { computed, effect, signal } from '@preact/signals';
import { accountInUrl } from '../location/location.ts';
import { onChange } from './changes.ts';
import {
  type AccountRoute,
  ApiError,
  callApi,
  caught,
  type InputOf,
  type Item,
  type OwnInputOf,
  type ResponseOf,
} from './request.ts';

export type AccountSummary = Item<'GET /_admin/accounts', 'accounts'>;

export const accounts = signal<readonly AccountSummary[] | undefined>(undefined);

export const accountsError = signal<ApiError | undefined>(undefined);

/** The id of the chosen account: the one in the URL, otherwise the first. Empty if the server has none. */
export const accountId = computed(() => accountInUrl.value ?? accounts.value?.[0]?.id ?? '');

export const ofAccount = () => ({ account_id: accountId.value });

export const callForAccount = <const R extends AccountRoute>(
  route: R,
  input: OwnInputOf<R>,
): Promise<ResponseOf<R>> => callApi(route, { ...input, ...ofAccount() } as unknown as InputOf<R>); // as OwnInputOf says

export const accountName = signal('');

export const accountUrl = signal('');

async function loadName(id: string): Promise<void> {
  const account = await caught(callApi('GET /_admin/accounts/{account_id}', { account_id: id }));
  if (id !== accountId.peek()) return;
  const { name, url } = account instanceof ApiError ? {} : account.settings; // the pages of an unknown account say so
  accountName.value = name ?? '';
  accountUrl.value = url ?? '';
}

export async function loadAccounts(): Promise<void> {
  const read = await caught(callApi('GET /_admin/accounts', {}));
  accountsError.value = read instanceof ApiError ? read : undefined;
  if (!(read instanceof ApiError)) accounts.value = read.accounts;
}

export const startAccounts = (): void => {
  void loadAccounts();
  onChange(['records'], () => void loadAccounts());
  effect(() => {
    if (accountId.value !== '') void loadName(accountId.value);
  });
};
