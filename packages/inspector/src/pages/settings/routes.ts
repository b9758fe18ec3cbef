import type { Route } from '../../app/router.tsx';
import { SettingsPage } from './settings-page.tsx';

export const settingsRoutes: readonly Route[] = [
  { path: '/settings', title: 'Settings', page: SettingsPage },
];
