import type { Config } from './config.ts';
import { type LoadFeatures, loadFeatures } from './load-features.ts';
import { site } from './site.ts';

/** Requests the account's configuration, then starts its features: a pinned script does not contain it. */
export const loadFeaturesByRequest: LoadFeatures = async () => {
  const { visits, forms, third_party } = await readConfig(`${site.url}config`);
  Object.assign(site, { visits, forms, third_party });
  return loadFeatures();
};

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
