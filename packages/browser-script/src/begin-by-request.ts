import { begin } from './begin.ts';
import type { Config } from './config.ts';
import type { Forms } from './forms/main.ts';
import type { Site } from './site.ts';

/** Begins as an account's configuration says, which is asked for first: a pinned script cannot carry it. */
export async function beginByRequest(site: Site): Promise<Forms> {
  site.config = (await (await fetch(`${site.url}config`)).json()) as Config;
  const forms = begin(site);
  if (forms === undefined) throw new Error('there are no forms');
  return forms;
}
