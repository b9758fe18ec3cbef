import { readFile } from 'node:fs/promises';

/** The page script, minified. In a checkout it is built at its first use, which is why it is loaded late. */
export async function pageScript(): Promise<string> {
  const { bundle } = await import('@trickle/browser-script/bundle');
  return bundle();
}

/** The forms of the page script, minified: a module. */
export async function formsScript(): Promise<string> {
  const { bundleForms } = await import('@trickle/browser-script/bundle');
  return bundleForms();
}

const template = new URL('./demo.html', import.meta.url);

/** A page that carries the script of an account. */
export async function demoPage(accountId: string, host: string): Promise<string> {
  const html = await readFile(template, 'utf8');
  return html.replaceAll('{{account_id}}', accountId).replaceAll('{{host}}', host);
}
