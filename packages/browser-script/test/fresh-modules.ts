import { vi } from 'vitest';
import type * as batch from '../src/batch.ts';
import type * as persist from '../src/persist.ts';

/** Imports the modules anew, as on a page that has just been opened: the script's state is in its modules. */
export async function freshModules(): Promise<typeof persist & typeof batch> {
  vi.resetModules();
  const { init } = await import('../src/site.ts');
  init({ account: '9999999', host: 'https://script.example.com' });
  return { ...(await import('../src/persist.ts')), ...(await import('../src/batch.ts')) };
}
