import { vi } from 'vitest';
import type * as batch from '../src/batch.ts';
import type * as keep from '../src/keep.ts';

/** Modules as a page has them that has just been opened: the parts of the script keep what they know in themselves. */
export async function freshModules(): Promise<typeof keep & typeof batch> {
  vi.resetModules();
  const { init: enter } = await import('../src/site.ts');
  enter({ account: '9999999', host: 'https://script.example.com' });
  return { ...(await import('../src/keep.ts')), ...(await import('../src/batch.ts')) };
}
