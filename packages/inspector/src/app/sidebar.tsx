import { DROP } from '@trickle/design/mark';
import { accountUrl } from '../api/accounts.ts';
import { classes } from '../design/classes.ts';
import { Icon } from '../design/icon/icon.tsx';
import { path, urlOf } from '../location/location.ts';
import { serverUrl } from '../location/server-url.ts';
import { isWithin, NAVIGATION } from './navigation.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { Website } from './website.tsx';

/** Links to all pages. */
export const Sidebar = ({ isOpen }: { readonly isOpen: boolean }) => (
  <nav class={classes('sidebar', isOpen && 'is-open')} aria-label="Pages">
    <a class="brand" href={urlOf('/')}>
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
        <rect width="32" height="32" rx="8" class="brand-square" />
        <path d={DROP} class="brand-drop" />
      </svg>
      Trickle
    </a>
    {NAVIGATION.map(({ title, items }) => (
      <div key={title} class="sidebar-group">
        {title && <p class="sidebar-title">{title}</p>}
        <ul>
          {items.map((item) => (
            <li key={item.path}>
              <a href={urlOf(item.path)} aria-current={isWithin(path.value, item) ? 'page' : undefined}>
                <Icon name={item.icon} />
                {item.title}
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
