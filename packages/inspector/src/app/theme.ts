import { effect, signal } from '@preact/signals';

/** The look that the user chose. */
export type Theme = 'system' | 'light' | 'dark';

const NAME = 'trickle-inspector-theme';

const isTheme = (value: string | null): value is Theme => value === 'light' || value === 'dark';

const stored = localStorage.getItem(NAME);

/** The chosen look; it is remembered by the browser. */
export const theme = signal<Theme>(isTheme(stored) ? stored : 'system');

/** Applies the chosen look, and follows the system if it is `system`. */
export function startTheme(): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const isSystemDark = signal(system.matches);
  system.addEventListener('change', ({ matches }) => {
    isSystemDark.value = matches;
  });
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
