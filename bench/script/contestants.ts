import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { minify } from 'terser';
import { accountScript } from '../../packages/browser-script/bundle/served.ts';
import { floorScript } from '../floor/script.ts';
import { installPeers } from '../harness.ts';

/** A script that reports one event as soon as it runs. */
export interface Contestant {
  readonly name: string;
  readonly script: string;
  /** Code that runs before the script. */
  readonly before: string;
  readonly gzip: number;
  readonly brotli: number;
}

const peers = join(installPeers(), 'node_modules');

/** The bundle entry of each tracker. `HOST` is the collector. */
const entries: Readonly<Record<string, string>> = {
  plausible: `import { init, track } from '@plausible-analytics/tracker';
    init({ domain: 'shop.example', endpoint: 'HOST/api/event', autoCapturePageviews: false, captureOnLocalhost: true, logging: false });
    track('Signed up', { props: { plan: 'pro' } });`,
  openpanel: `import { OpenPanel } from '@openpanel/web';
    new OpenPanel({ clientId: 'id', apiUrl: 'HOST/api' }).track('Signed up', { plan: 'pro' });`,
  posthog: `import posthog from 'posthog-js';
    posthog.init('key', { api_host: 'HOST', autocapture: false, capture_pageview: false, disable_session_recording: true, advanced_disable_decide: true, request_batching: false, disable_compression: true, opt_out_useragent_filter: true });
    posthog.capture('Signed up', { plan: 'pro' });`,
};

/** Makes all trackers. A peer that is not installed is left out. */
export async function contestants(host: string) {
  const before = `window._dcs = { account: '9999999', host: '${host}' };
    window._dcq = [['track', 'Signed up', { plan: 'pro' }]];`;
  const withFeatures = await accountScript({ account: '9999999', visits: '^$', forms: true });
  const all = {
    floor: contestant('floor: one cookie, one fetch', (await minify(floorScript(host))).code ?? ''),
    ours: contestant('trickle', await accountScript({ account: '9999999' }), before),
    whole: contestant('trickle, with visits and forms', withFeatures, before),
  };
  const theirs: Contestant[] = [];
  const add = async (name: string, script: () => Promise<string>, first?: string) => {
    try {
      theirs.push(contestant(name, await script(), first));
    } catch (error) {
      console.error(`${name} is left out: ${error}`);
    }
  };
  for (const [name, entry] of Object.entries(entries))
    await add(name, () => bundlePeer(entry.replaceAll('HOST', host)));
  // The script that its snippet loads.
  await add(
    'segment',
    () => readFile(join(peers, '@segment/analytics-next/dist/umd/standalone.js'), 'utf8'),
    `window.analytics = Object.assign([['track', 'Signed up', { plan: 'pro' }]],
      { _writeKey: 'key', _cdn: '${host}', invoked: true });`,
  );
  return { ...all, peers: theirs };
}

const contestant = (name: string, script: string, before = ''): Contestant => ({
  name,
  script,
  before,
  gzip: gzipSync(script, { level: 9 }).length,
  brotli: brotliCompressSync(script).length,
});

async function bundlePeer(entry: string): Promise<string> {
  const id = join(peers, 'entry.js');
  const build = await rollup({
    input: id,
    plugins: [
      {
        name: 'entry',
        resolveId: (source) => (source === id ? id : null),
        load: (source) => (source === id ? entry : null),
      },
      nodeResolve({ browser: true }),
    ],
    onwarn: () => undefined,
  });
  const { output } = await build.generate({ format: 'iife', inlineDynamicImports: true });
  await build.close();
  const { code = '' } = await minify(output[0].code, { ecma: 2020, compress: { passes: 2 } });
  return code.replaceAll('process.env.NODE_ENV', '"production"');
}
