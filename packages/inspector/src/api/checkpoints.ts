import { signal } from '@preact/signals';
import { onChange } from './changes.ts';
import { ApiError, callApi } from './request.ts';
import type { Item } from './responses.ts';

/** All checkpoints; undefined until they are first asked for and loaded. */
export const checkpoints = signal<readonly Item<'GET /_admin/checkpoints', 'checkpoints'>[] | undefined>(
  undefined,
);

let isFollowed = false;

/** Loads the checkpoints, now and after changes. */
export function followCheckpoints(): void {
  if (isFollowed) return;
  isFollowed = true;
  void load();
  onChange(['checkpoints'], () => void load());
}

async function load(): Promise<void> {
  try {
    checkpoints.value = (await callApi('GET /_admin/checkpoints', {})).checkpoints;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    checkpoints.value ??= []; // with the key of an account, for example
  }
}
