/** The server's URL without a trailing slash. A proxy may serve it below a path. */
const SERVER_URL = new URL('../..', import.meta.url).href.slice(0, -1); // the bundle is in `_inspector/assets/`

export const serverUrl = (target: string): string => SERVER_URL + target;
