/** The page script: served as `{host}/{account}.js` and loaded by the snippet. */
import { guarded, warn } from './guard.ts';
import { settingsOf } from './settings.ts';
import { start } from './start.ts';

guarded(() => {
  const script = document.currentScript as HTMLScriptElement | null;
  // An element that is named "currentScript" would hide the real one.
  const settings = settingsOf(window._dcs, script?.tagName === 'SCRIPT' ? script.src : '');
  if (settings) start(settings);
  else warn("no account: set window._dcs = { account: '…', host: '…' } before the script");
})();
