import { DROP } from '@trickle/design/mark';
import { accountUrl } from '../api/accounts.ts';
import { classes } from '../design/classes.ts';
import { Icon } from '../design/icon/icon.tsx';
import { path, urlOf } from '../location/location.ts';
import { serverUrl } from '../location/server-url.ts';
import { NOUNS, placeAt, SIDEBAR } from '../nouns.ts';
import { ThemeSwitch } from './theme.tsx';
import { Website } from './website.tsx';

function currentPage() {
  const noun = placeAt(path.value)?.noun;
  return noun && (NOUNS[noun].parent ?? noun);
}

export const Sidebar = ({ isOpen }: { readonly isOpen: boolean }) => (
  <nav class={classes('sidebar', isOpen && 'is-open')} aria-label="Pages">
    <a class="line brand" href={urlOf('/')}>
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        <path d={DROP} fill="#ffffff" />
      </svg>
      Trickle
    </a>
    {SIDEBAR.map(([group, nouns]) => (
      <div key={group} class="sidebar-group">
        {group && <p class="sidebar-title quiet">{group}</p>}
        <ul>
          {nouns.map((noun) => (
            <li key={noun}>
              <a href={urlOf(NOUNS[noun].path)} aria-current={noun === currentPage() ? 'page' : undefined}>
                <Icon name={NOUNS[noun].icon} />
                {NOUNS[noun].title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
    <ul class="sidebar-group sidebar-more">
      <li>
        <a href={serverUrl('/docs')} target="_blank" rel="noreferrer">
          API reference
        </a>
      </li>
      {accountUrl.value && (
        <li>
          <Website>Website</Website>
        </li>
      )}
    </ul>
    <ThemeSwitch />
  </nav>
);
