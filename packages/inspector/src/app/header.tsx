import type { Signal } from '@preact/signals';
import { accountId, accountName, accounts } from '../api/accounts.ts';
import { isLive } from '../api/changes.ts';
import { clock, isServerThere, serverNow } from '../api/clock.ts';
import { Badge } from '../design/badge/badge.tsx';
import { Button } from '../design/button/button.tsx';
import { classes } from '../design/classes.ts';
import { CopyButton } from '../design/code/code.tsx';
import { Icon } from '../design/icon/icon.tsx';
import { into } from '../design/signals.ts';
import { navigate, urlOf } from '../location/location.ts';
import { openDialog } from './keyboard.tsx';
import { pageAsMarkdown } from './markdown.ts';
import { ThemeSwitch } from './theme.tsx';

export const Header = ({ isMenuOpen }: { readonly isMenuOpen: Signal<boolean> }) => (
  <header class="line header">
    <span class="menu-button">
      <Button
        look="bare"
        icon="menu"
        label="Pages"
        isPressed={isMenuOpen.value}
        onClick={() => into(isMenuOpen)(!isMenuOpen.value)}
      />
    </span>
    <AccountSwitch />
    <button type="button" class="button find-button" onClick={() => into(openDialog)('palette')}>
      <Icon name="search" />
      <span>Find…</span>
      <kbd>Ctrl K</kbd>
    </button>
    <ServerClock />
    <span class="actions share wide-only">
      <CopyButton icon="link" label="Copy link" text={() => window.location.href} />
      <CopyButton icon="form" label="Copy as Markdown" text={pageAsMarkdown} />
    </span>
    <ThemeSwitch />
  </header>
);

const AccountSwitch = () => {
  const all = accounts.value ?? [];
  return (
    <select
      class="input account-switch"
      aria-label="Account"
      value={accountId.value}
      onChange={({ currentTarget }) => navigate(urlOf('/', { account: currentTarget.value }))}
    >
      {all.map(({ id }) => (
        <option key={id} value={id} selected={id === accountId.value}>
          {id === accountId.value && accountName.value ? `${accountName.value} · ${id}` : `Account ${id}`}
        </option>
      ))}
    </select>
  );
};

const time = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

const ServerClock = () => {
  const state = clock.value;
  const isStill = state?.is_frozen ?? false;
  const speed = state?.speed ?? 1;
  return (
    <a class="line server-clock" href={urlOf('/clock')} title="The server's clock (UTC)">
      <span
        class={classes('live-dot', isLive.value && !isStill && 'is-live')}
        title={isLive.value ? 'Changes arrive live' : 'Changes do not arrive live'}
      />
      <span class="number">{serverNow.value === 0 ? '…' : time.format(serverNow.value)}</span>
      {!isServerThere.value && <Badge tone="bad">no answer</Badge>}
      {isStill && <Badge tone="info">frozen</Badge>}
      {!isStill && speed !== 1 && <Badge tone="info">× {speed}</Badge>}
    </a>
  );
};
