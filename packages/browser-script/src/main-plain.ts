/** The page script of accounts without forms and visits: `{host}/{account}.js`. */
import { sendVisit } from './send-visit.ts';
import { servedSettings } from './settings.ts';
import { startOnPage } from './start-on-page.ts';

startOnPage(sendVisit, servedSettings);
