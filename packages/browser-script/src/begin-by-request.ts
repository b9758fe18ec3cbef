import { type Begin, begin } from './begin.ts';
import type { Config } from './config.ts';
import { guarded } from './guard.ts';
import { site } from './site.ts';

/** Begins as an account's configuration says, which is asked for first: a pinned script cannot carry it. */
export const beginByRequest: Begin = guarded(async () => {
  const response = await fetch(`${site.url}config`);
  const { visits, forms, third_party }: Config = await response.json();
  Object.assign(site, { visits, forms, third_party });
  return begin();
});
