import type { FormDefinition } from './definition.ts';

/** Whether the device is a phone, by its pointer and its screen. The window's size would also match a magnified page. */
const isMobile = (): boolean =>
  matchMedia('(pointer:coarse)').matches && Math.min(screen.width, screen.height) < 600;

/** Whether a form appears by itself on the page's current path and on this device. */
export const isWanted = ({ paths, hide_on_mobile }: FormDefinition): boolean =>
  new RegExp(paths).test(location.pathname) && !(hide_on_mobile && isMobile());
