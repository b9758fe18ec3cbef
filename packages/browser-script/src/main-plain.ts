/** The page script of all other accounts: served as `{host}/{account}.js`. */
import { startOnPage } from './start-on-page.ts';
import { tag } from './tag.ts';

startOnPage(tag, TRICKLE_CONFIG);
