/** The page script of accounts that use forms or visits: `{host}/{account}.js`. */
import { loadFeatures } from './load-features.ts';
import { servedSettings } from './settings.ts';
import { startOnPage } from './start-on-page.ts';

startOnPage(loadFeatures, servedSettings);
