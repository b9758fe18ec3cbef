import { Icon } from '../design/icon/icon.tsx';
import { urlOf } from '../location/location.ts';

interface BackLinkProps {
  /** The path of the list. */
  readonly path: string;
  readonly children: string;
}

/** A link to the list that a record is in; Esc opens it. */
export const BackLink = ({ path, children }: BackLinkProps) => (
  <a class="back-link" href={urlOf(path)} data-close>
    <Icon name="chevron" /> {children}
  </a>
);
