import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { accountId, accounts, accountsError, loadAccounts } from '../api/accounts.ts';
import { isServerThere } from '../api/clock.ts';
import { LinkButton } from '../design/button/button.tsx';
import { Page } from '../design/page/page.tsx';
import { ErrorState, Loading } from '../design/states/states.tsx';
import { Toasts } from '../design/toast/toast.tsx';
import { path, urlOf } from '../location/location.ts';
import { startAtTop } from '../location/scroll.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { openDialog } from './keyboard.ts';
import { Palette } from './palette.tsx';
import { findRoute, type Route, RoutedPage } from './router.tsx';
import { Sidebar } from './sidebar.tsx';
import { useWindowTitle } from './window-title.ts';

/** Everything around the pages. */
export const Shell = ({ routes }: { readonly routes: readonly Route[] }) => {
  const isMenuOpen = useSignal(false);
  const main = useRef<HTMLElement>(null);
  const page = path.value;
  useEffect(() => {
    isMenuOpen.value = false;
  }, [page]);
  const close = () => {
    openDialog.value = undefined;
  };
  return (
    <>
      <a class="skip" href="#main">
        To the content
      </a>
      <Sidebar isOpen={isMenuOpen.value} />
      <div class="body">
        <Header isMenuOpen={isMenuOpen} />
        {!isServerThere.value && (
          <p class="server-gone" role="alert">
            The server does not answer. The pages show what was last read, and the clock stands still.
          </p>
        )}
        <main id="main" tabIndex={-1} ref={main}>
          <CurrentPage routes={routes} main={main} />
        </main>
      </div>
      <Toasts />
      {openDialog.value === 'palette' && <Palette onClose={close} />}
      {openDialog.value === 'help' && <Help onClose={close} />}
    </>
  );
};

/** Scrolls to the start of a page that a link has opened, unless it is a record beside its list. */
function useStart(route: Route | undefined): void {
  const isOpened = useRef(false);
  const last = useRef(route);
  useLayoutEffect(() => {
    const note = () => {
      isOpened.current = true;
    };
    window.addEventListener('inspector:opened', note);
    return () => window.removeEventListener('inspector:opened', note);
  }, []);
  useLayoutEffect(() => {
    const isBeside = last.current === route && document.querySelector('.split-list')?.checkVisibility();
    if (isOpened.current && !isBeside) startAtTop();
    isOpened.current = false;
    last.current = route;
  }, [path.value]);
}

interface CurrentPageProps {
  readonly routes: readonly Route[];
  readonly main: RefObject<HTMLElement | null>;
}

const CurrentPage = ({ routes, main }: CurrentPageProps) => {
  const found = findRoute(routes);
  useWindowTitle(main, found?.route[1] ?? 'Not found', found?.id);
  useStart(found?.route);
  if (accounts.value === undefined) return <Start />;
  if (!found) return <NotFound />;
  const { route, id } = found;
  return (
    <ErrorBoundary key={`${route[0]} ${accountId.value}`}>
      <RoutedPage route={route} id={id} />
    </ErrorBoundary>
  );
};

/** Shown until the accounts are loaded. */
const Start = () => (
  <div class="page">
    {accountsError.value ? (
      <ErrorState error={accountsError.value} onRetry={() => void loadAccounts()} />
    ) : (
      <Loading />
    )}
  </div>
);

const NotFound = () => (
  <Page title="There is no such page">
    <LinkButton href={urlOf('/')}>To the overview</LinkButton>
  </Page>
);
