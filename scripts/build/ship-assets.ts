import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'rollup';

const reference = /new URL\((['"])(\.[^'"]+)\1, import\.meta\.url\)/g;

/** A rollup plugin that ships files that a module refers to as `new URL('./page.html', import.meta.url)`. */
export const shipAssets = (): Plugin => ({
  name: 'ship-assets',
  async transform(code, id) {
    let shipped = code;
    for (const [url, , path = ''] of code.matchAll(reference)) {
      if (basename(path) === 'package.json') continue; // npm always packs it
      const file = await readFile(join(dirname(id), path));
      const source = path.endsWith('.json') ? JSON.stringify(JSON.parse(file.toString())) : file;
      const asset = this.emitFile({ type: 'asset', name: basename(path), source });
      shipped = shipped.replace(url, `new URL(import.meta.ROLLUP_FILE_URL_${asset})`);
    }
    return shipped === code ? null : { code: shipped, map: null };
  },
});
