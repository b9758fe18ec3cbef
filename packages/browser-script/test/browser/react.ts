import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const source = (name: string, file: string) =>
  readFileSync(join(dirname(require.resolve(`${name}/package.json`)), 'cjs', file), 'utf8');

/** React as one script, which defines `React` and `ReactDOM`. */
export const REACT = `<script>
  const sources = {
    react: (module, exports, require) => { ${source('react', 'react.production.js')} },
    scheduler: (module, exports, require) => { ${source('scheduler', 'scheduler.production.js')} },
    'react-dom': (module, exports, require) => { ${source('react-dom', 'react-dom.production.js')} },
    'react-dom/client': (module, exports, require) => { ${source('react-dom', 'react-dom-client.production.js')} },
  };
  const loaded = {};
  const load = (name) => {
    if (!loaded[name]) sources[name](loaded[name] = { exports: {} }, loaded[name].exports, load);
    return loaded[name].exports;
  };
  window.React = load('react');
  window.ReactDOM = load('react-dom/client');
</script>`;
