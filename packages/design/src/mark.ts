import { COLORS } from './tokens.ts';

/** The drop of the mark, within 32 × 32. */
export const DROP = 'M16 6c4 5.5 6.5 8.6 6.5 12a6.5 6.5 0 0 1-13 0c0-3.4 2.5-6.5 6.5-12z';

/** The mark: a drop on a square, as an image. */
export const MARK = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='${COLORS.accent[0]}'/><path d='${DROP}' fill='#fff'/></svg>`;

/** The mark as the icon of a page, without a request. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(MARK)}`;
