import { type LoadFeatures, loadFeatures } from './begin.ts';
import type { Config } from './config.ts';
import { guarded } from './guard.ts';
import { site } from './site.ts';

/** Begins as an account's configuration says, which is asked for first: a pinned script cannot carry it. */
export const loadFeaturesByRequest: LoadFeatures = guarded(async () => {
  const { visits, forms, third_party } = await readConfig(`${site.url}config`);
  Object.assign(site, { visits, forms, third_party });
  return loadFeatures();
});

async function readConfig(url: string): Promise<Config> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: check \`host\` and \`account\``);
  try {
    return await response.json();
  } catch {
    // The development servers of bundlers answer any address with the page.
    throw new Error(`${url} gave no JSON: set \`host\` to the URL of the script host`);
  }
}
