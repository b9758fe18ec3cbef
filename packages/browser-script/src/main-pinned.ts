/** The page script of a pinned version, the same for all accounts: `{host}/{account}/{version}/script.js`. */
import { loadFeaturesByRequest } from './load-features-by-request.ts';
import { pinnedSettings } from './settings.ts';
import { startOnPage } from './start-on-page.ts';

startOnPage(loadFeaturesByRequest, pinnedSettings);
