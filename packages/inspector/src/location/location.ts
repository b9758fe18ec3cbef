import { computed, signal } from '@preact/signals';
import { keepPlace, returnToPlace, startScroll } from './scroll.ts';
import { serverUrl } from './server-url.ts';

const ROOT = new URL(serverUrl('/_inspector')).pathname;

const current = signal(new URL(window.location.href));

/** The path below the inspector's root, such as `/requests/42`; `/` for the overview. */
export const path = computed(() => current.value.pathname.slice(ROOT.length).replace(/\/+$/, '') || '/');

export const query = computed(() => current.value.searchParams);

export const accountInUrl = computed(() => query.value.get('account') ?? undefined);

export type QueryInput = Readonly<Record<string, string | undefined>>;

export function urlOf(target: string, parameters: QueryInput = {}): string {
  const url = new URL(target === '/' ? ROOT : ROOT + target, window.location.origin);
  const all = { ...parameters, account: parameters.account ?? accountInUrl.value };
  for (const [name, value] of Object.entries(all)) if (value) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

export const queryHere = (): QueryInput => Object.fromEntries(query.value);

let isOpened = false;

/** Whether a link has opened another page since this was asked last. */
export function takeOpened(): boolean {
  const was = isOpened;
  isOpened = false;
  return was;
}

export function navigate(url: string, { replace = false } = {}): void {
  const target = new URL(url, window.location.href);
  if (target.href === current.value.href) return;
  const isOtherPage = target.pathname !== current.value.pathname;
  if (replace) window.history.replaceState(null, '', target);
  else {
    keepPlace();
    window.history.pushState(null, '', target);
    keepPlace(); // a record beside its list has the place of the list
  }
  // First, so that the page knows why it is drawn.
  if (isOtherPage && !replace) isOpened = true;
  current.value = target;
}

export function setQuery(changes: QueryInput): void {
  navigate(urlOf(path.value, { ...queryHere(), ...changes }), { replace: true });
}

export const bindQuery = (name: string) => ({
  value: query.value.get(name) ?? '',
  onInput: (value: string) => setQuery({ [name]: value }),
});

/** Follows the browser's history, and opens links within the inspector without loading the page again. */
export function startLocation(): void {
  window.addEventListener('popstate', () => {
    current.value = new URL(window.location.href);
    returnToPlace();
  });
  startScroll();
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlainClick(event) || !isOwn(link)) return;
    event.preventDefault();
    navigate(link.href);
  });
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 &&
  !event.defaultPrevented &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey;

const isOwn = ({ origin, pathname, target, download }: HTMLAnchorElement): boolean =>
  origin === window.location.origin &&
  (pathname === ROOT || pathname.startsWith(`${ROOT}/`)) &&
  (target === '' || target === '_self') &&
  download === '';
