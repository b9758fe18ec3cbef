import { connect } from './connection/connect.ts';
import type { ConnectionOptions } from './connection/connection.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Tells who the caller is, where, and from where that is known. The key itself is never shown. */
export async function whoami(
  options: ConnectionOptions & { readonly json?: boolean | undefined },
  terminal: Terminal,
): Promise<void> {
  const { client, connection } = await connect(options, terminal);
  const [user, accounts] = await Promise.all([client.user.get(), client.accounts.list()]);
  const { baseUrl, account, credentials } = connection;
  const kind = credentials.kind === 'apiKey' ? 'API key' : 'access token';
  if (options.json) {
    const { kind, origin } = credentials;
    const told = accounts.map(({ id, name }) => ({ id, name, isSelected: id === account?.value }));
    return terminal.json({ user, accounts: told, account, baseUrl, credentials: { kind, origin } });
  }
  const lines: [string, string][] = [
    ['User', `${user.name} <${user.email}>`],
    ['Base URL', `${baseUrl.value} (from ${baseUrl.origin})`],
    ['Credentials', `${kind} (from ${credentials.origin})`],
    ['Account', account ? `${account.value} (from ${account.origin})` : 'none selected'],
    ...accounts.map(({ id, name }): [string, string] => [
      '',
      `${id === account?.value ? '*' : ' '} ${id}  ${name}`,
    ]),
  ];
  if (account && !accounts.some(({ id }) => id === account.value)) {
    lines.push(['', `! ${account.value} is none of the accounts of this user.`]);
  }
  const text = lines.map(([title, value]) => `${terminal.styleResult('bold', title.padEnd(12))} ${value}\n`);
  await terminal.write(text.join(''));
}
