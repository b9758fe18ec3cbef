/** The page script of accounts without forms and visits: `{host}/{account}.js`. */
import { applyTags } from './apply-tags.ts';
import { guarded } from './guard.ts';
import { servedSettings } from './settings.ts';
import { startOnPage } from './start-on-page.ts';
import { loaded } from './wait.ts';

startOnPage(() => {
  applyTags();
  // A router may have put its own address back.
  loaded.then(guarded(applyTags));
  return undefined;
}, servedSettings);
