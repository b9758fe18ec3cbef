import { vi } from 'vitest';
import type * as batch from '../src/batch.ts';
import type * as persist from '../src/persist.ts';

/** Modules as a page has them that has just been opened: the parts of the script keep what they know in themselves. */
export async function freshModules(): Promise<typeof persist & typeof batch> {
  vi.resetModules();
  const { init } = await import('../src/site.ts');
  init({ account: '9999999', host: 'https://script.example.com' });
  return { ...(await import('../src/persist.ts')), ...(await import('../src/batch.ts')) };
}
