import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { accountId, accounts, accountsError, loadAccounts } from '../api/accounts.ts';
import { isServerThere } from '../api/clock.ts';
import { LinkButton } from '../design/button/button.tsx';
import { ErrorState, Loading, Page } from '../design/page/page.tsx';
import { into } from '../design/signals.ts';
import { Toasts } from '../design/toast/toast.tsx';
import { labelOf } from '../design/words.ts';
import { path, takeOpened, urlOf } from '../location/location.ts';
import { startAtTop } from '../location/scroll.ts';
import { NOUNS, type Noun, placeAt } from '../nouns.ts';
import { Header } from './header.tsx';
import { Help, openDialog } from './keyboard.tsx';
import { Palette } from './palette.tsx';
import { ErrorBoundary, RoutedPage, type Routes } from './router.tsx';
import { Sidebar } from './sidebar.tsx';
import { useWindowTitle } from './window-title.ts';

export const Shell = ({ routes }: { readonly routes: Routes }) => {
  const isMenuOpen = useSignal(false);
  const main = useRef<HTMLElement>(null);
  const page = path.value;
  useLayoutEffect(() => {
    isMenuOpen.value = false;
  }, [page]);
  const close = () => into(openDialog)(undefined);
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
function useStart(noun: Noun | undefined): void {
  const last = useRef(noun);
  useLayoutEffect(() => {
    const isBeside = last.current === noun && document.querySelector('.split-list')?.checkVisibility();
    if (takeOpened() && !isBeside) startAtTop();
    last.current = noun;
  }, [path.value]);
}

interface CurrentPageProps {
  readonly routes: Routes;
  readonly main: RefObject<HTMLElement | null>;
}

const CurrentPage = ({ routes, main }: CurrentPageProps) => {
  const place = placeAt(path.value);
  const { title, isBeside } = NOUNS[place?.noun ?? 'overview'];
  useWindowTitle(main, place ? (place.id ? labelOf(place.noun) : title) : 'Not found', place?.id);
  useStart(place?.noun);
  if (accounts.value === undefined) return <Start />;
  const loadModule = place && place.noun !== 'conversion' && routes[place.noun];
  if (!loadModule) return <NotFound />;
  return (
    <ErrorBoundary key={`${place.noun} ${isBeside ? '' : place.id} ${accountId.value}`}>
      <RoutedPage loadModule={loadModule} id={place.id} />
    </ErrorBoundary>
  );
};

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
