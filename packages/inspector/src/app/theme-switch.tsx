import { Button } from '../design/button/button.tsx';
import type { IconName } from '../design/icon/icon.tsx';
import { type Theme, theme } from './theme.ts';

const LOOKS: readonly (readonly [Theme, IconName, string])[] = [
  ['system', 'monitor', 'Look of the system'],
  ['light', 'sun', 'Light'],
  ['dark', 'moon', 'Dark'],
];

/** Chooses the light or dark look, or that of the system. */
export const ThemeSwitch = () => (
  <fieldset class="theme-switch" aria-label="Look">
    {LOOKS.map(([look, icon, label]) => (
      <Button
        key={look}
        look="bare"
        icon={icon}
        label={label}
        isPressed={theme.value === look}
        onClick={() => {
          theme.value = look;
        }}
      />
    ))}
  </fieldset>
);
