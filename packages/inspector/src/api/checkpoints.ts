import { signal } from '@preact/signals';
import { onChange } from './changes.ts';
import { ApiError, callApi, caught, type Item } from './request.ts';

export const checkpoints = signal<readonly Item<'GET /_admin/checkpoints', 'checkpoints'>[] | undefined>(
  undefined,
);

let isFollowed = false;

export function followCheckpoints(): void {
  if (isFollowed) return;
  isFollowed = true;
  void load();
  onChange(['checkpoints'], () => void load());
}

async function load(): Promise<void> {
  const read = await caught(callApi('GET /_admin/checkpoints', {}));
  // They cannot be read with the key of an account, for example.
  checkpoints.value = read instanceof ApiError ? (checkpoints.value ?? []) : read.checkpoints;
}
