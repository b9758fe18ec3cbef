/** The page script of all other accounts: served as `{host}/{account}.js`. */
import { servedSettings } from './settings.ts';
import { startOnPage } from './start-on-page.ts';
import { tell } from './tag.ts';

startOnPage(tell, servedSettings);
