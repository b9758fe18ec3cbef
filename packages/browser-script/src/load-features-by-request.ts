import type { Config } from './config.ts';
import { type LoadFeatures, loadFeatures } from './load-features.ts';
import { site } from './site.ts';

/** Requests the account's configuration, which a pinned script does not contain, then starts the account's features. */
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
    // Development servers of bundlers answer every URL with the page.
    throw new Error(`${url} did not return JSON: set \`host\` to the URL of the script host`);
  }
}
