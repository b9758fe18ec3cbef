/** The page script of a pinned version: served as `{host}/{account}/{version}/script.js`, the same for everybody. */
import { loadFeaturesByRequest } from './load-features-by-request.ts';
import { pinnedSettings } from './settings.ts';
import { startOnPage } from './start-on-page.ts';

startOnPage(loadFeaturesByRequest, pinnedSettings);
