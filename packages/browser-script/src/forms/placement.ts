import type { FormDefinition } from './definition.ts';

/** A telephone by its pointer and its screen: a large page that is magnified is none. */
const isMobile = (): boolean =>
  matchMedia('(pointer:coarse)').matches && Math.min(screen.width, screen.height) < 600;

/** Whether a form shows itself on the page as it is now. */
export const isWanted = ({ paths, hide_on_mobile }: FormDefinition): boolean =>
  new RegExp(paths).test(location.pathname) && !(hide_on_mobile && isMobile());
