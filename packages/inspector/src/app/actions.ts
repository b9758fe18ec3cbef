import { accountId, accounts } from '../api/accounts.ts';
import { clock } from '../api/clock.ts';
import { callApi } from '../api/request.ts';
import type { IconName } from '../design/icon/icon.tsx';
import { into } from '../design/signals.ts';
import { act, attempt } from '../design/toast/toast.tsx';
import { navigate, urlOf } from '../location/location.ts';
import { openDialog } from './keyboard.ts';
import { theme } from './theme.tsx';

/** Something that the palette can do. */
export interface Action {
  readonly title: string;
  readonly icon: IconName;
  readonly run: () => unknown;
}

/** Advances the clock, such as `by 3 days` or `to black friday`. */
export const advance = (far: string, duration: Readonly<Record<string, number | string>>): Action => ({
  title: `Advance the clock ${far}`,
  icon: 'clock',
  run: () => act(`Advanced ${far}`, 'POST /_admin/clock/advance', duration),
});

/** The actions that the palette offers now. */
export const actions = (): readonly Action[] => [
  advance('by 1 minute', { minutes: 1 }),
  advance('by 1 hour', { hours: 1 }),
  advance('by 1 day', { days: 1 }),
  clock.value?.is_frozen
    ? {
        title: 'Resume the clock',
        icon: 'play',
        run: () => act('Clock resumed', 'POST /_admin/clock/resume', {}),
      }
    : {
        title: 'Freeze the clock',
        icon: 'pause',
        run: () => act('Clock frozen', 'POST /_admin/clock/freeze', {}),
      },
  {
    title: 'Run all due jobs',
    icon: 'jobs',
    run: () => act('Due jobs ran', 'POST /_admin/settle', {}),
  },
  {
    title: 'Take a checkpoint',
    icon: 'checkpoint',
    run: () => attempt('Checkpoint taken', () => callApi('POST /_admin/checkpoints', {})),
  },
  { title: 'Use the light look', icon: 'sun', run: () => into(theme)('light') },
  { title: 'Use the dark look', icon: 'moon', run: () => into(theme)('dark') },
  { title: "Use the system's look", icon: 'monitor', run: () => into(theme)('system') },
  { title: 'Show the keys', icon: 'menu', run: () => into(openDialog)('help') },
  ...(accounts.value ?? [])
    .filter(({ id }) => id !== accountId.value)
    .slice(0, 50)
    .map(
      ({ id }): Action => ({
        title: `Switch to account ${id}`,
        icon: 'users',
        run: () => navigate(urlOf('/', { account: id })),
      }),
    ),
];
