import { styled, visibleLine } from '@trickle/design/terminal';
import { connect } from '../connection/connect.ts';
import type { Context } from '../terminal/context.ts';

/** Prints the user, the accounts, and the source of each setting. Never prints the key itself. */
export async function run(_: object, { globals, terminal }: Context): Promise<void> {
  const { client, connection } = await connect(globals, terminal);
  const [user, accounts] = await Promise.all([client.user.get(), client.accounts.list()]);
  const { baseUrl, account, credentials } = connection;
  if (terminal.isJson) {
    const { kind, origin } = credentials;
    const listed = accounts.map(({ id, name }) => ({ id, name, isSelected: id === account?.value }));
    return terminal.json({ user, accounts: listed, account, baseUrl, credentials: { kind, origin } });
  }
  const kind = credentials.kind === 'apiKey' ? 'API key' : 'access token';
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
    lines.push(['', `! This user cannot access account ${account.value}.`]);
  }
  await terminal.print(
    lines.map(([title, value]) => [styled('bold', title.padEnd(12)), ` ${visibleLine(value)}\n`]),
  );
}
