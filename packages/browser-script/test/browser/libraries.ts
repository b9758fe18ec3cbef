import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
/** For pages that a server has rendered. */
export const { createElement } = require('react');
export const { renderToString } = require('react-dom/server');

const source = (name: string, file: string) =>
  readFileSync(join(dirname(require.resolve(`${name}/package.json`)), 'cjs', file), 'utf8');

const JQUERY = {
  'jquery-1': require.resolve('jquery-1'),
  'jquery-3': require.resolve('jquery-3'),
  jquery: require.resolve('jquery'), // `import` resolves to an ES module
};

/** The source of a version of jQuery, for a script of a page. */
export const jQuery = (name: keyof typeof JQUERY): string =>
  readFileSync(JQUERY[name], 'utf8').replaceAll('</script', '<\\/script');

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
