import { effect, signal } from '@preact/signals';
import { Button } from '../design/button/button.tsx';
import type { IconName } from '../design/icon/icon.tsx';
import { into } from '../design/signals.ts';

export type Theme = 'system' | 'light' | 'dark';

const NAME = 'trickle-inspector-theme';

const isTheme = (value: string | null): value is Theme => value === 'light' || value === 'dark';

const stored = localStorage.getItem(NAME);

export const theme = signal<Theme>(isTheme(stored) ? stored : 'system');

export function startTheme(): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const isSystemDark = signal(system.matches);
  system.addEventListener('change', ({ matches }) => into(isSystemDark)(matches));
  // The look follows to other tabs.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === NAME) theme.value = isTheme(newValue) ? newValue : 'system';
  });
  effect(() => {
    const isDark = theme.value === 'dark' || (theme.value === 'system' && isSystemDark.value);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  });
  effect(() => {
    if (theme.value === 'system') localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, theme.value);
  });
}

const LOOKS: readonly (readonly [Theme, IconName, string])[] = [
  ['system', 'monitor', 'Look of the system'],
  ['light', 'sun', 'Light'],
  ['dark', 'moon', 'Dark'],
];

export const ThemeSwitch = () => (
  <fieldset class="theme-switch" aria-label="Look">
    {LOOKS.map(([look, icon, label]) => (
      <Button
        key={look}
        look="bare"
        icon={icon}
        label={label}
        isPressed={theme.value === look}
        onClick={() => into(theme)(look)}
      />
    ))}
  </fieldset>
);
