import type { Signal } from '@preact/signals';
import { accountId, accountName, accounts } from '../api/accounts.ts';
import { isLive } from '../api/changes.ts';
import { clock, isServerThere, serverNow } from '../api/clock.ts';
import { Button } from '../design/button/button.tsx';
import { classes } from '../design/classes.ts';
import { Icon } from '../design/icon/icon.tsx';
import { navigate, urlOf } from '../location/location.ts';
import { openDialog } from './keyboard.ts';
import { ThemeSwitch } from './theme-switch.tsx';

/** The bar at the top: account, search, clock, look. */
export const Header = ({ isMenuOpen }: { readonly isMenuOpen: Signal<boolean> }) => (
  <header class="header">
    <span class="menu-button">
      <Button
        look="bare"
        icon="menu"
        label="Pages"
        isPressed={isMenuOpen.value}
        onClick={() => {
          isMenuOpen.value = !isMenuOpen.value;
        }}
      />
    </span>
    <AccountSwitch />
    <button
      type="button"
      class="find-button"
      onClick={() => {
        openDialog.value = 'palette';
      }}
    >
      <Icon name="search" />
      <span>Find…</span>
      <kbd>Ctrl K</kbd>
    </button>
    <ServerClock />
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
    <a class="server-clock" href={urlOf('/clock')} title="The server's clock (UTC)">
      <span
        class={classes('live-dot', isLive.value && !isStill && 'is-live')}
        title={isLive.value ? 'Changes arrive live' : 'Changes do not arrive live'}
      />
      <span class="number">{serverNow.value === 0 ? '…' : time.format(serverNow.value)}</span>
      {!isServerThere.value && <span class="clock-note">no answer</span>}
      {isStill && <span class="clock-note">frozen</span>}
      {!isStill && speed !== 1 && <span class="clock-note">× {speed}</span>}
    </a>
  );
};
