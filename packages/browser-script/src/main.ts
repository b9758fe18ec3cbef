/** The page script of accounts that have forms or want to hear of visits: served as `{host}/{account}.js`. */
import { loadFeatures } from './load-features.ts';
import { servedSettings } from './settings.ts';
import { startOnPage } from './start-on-page.ts';

startOnPage(loadFeatures, servedSettings);
