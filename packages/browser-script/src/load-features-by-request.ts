import { type LoadFeatures, loadFeatures } from './load-features.ts';
import { site } from './site.ts';

/**
 * Requests the account's configuration, which a pinned script does not contain, then starts the account's features. A
 * pinned script comes from the script host itself, so it does not check what answers.
 */
export const loadFeaturesByRequest: LoadFeatures = async () => {
  const response = await fetch(`${site.url}config`);
  Object.assign(site, await response.json());
  return loadFeatures();
};
