import { Icon } from '../design/icon/icon.tsx';
import { type QueryInput, urlOf } from '../location/location.ts';

/** A list of records. */
export interface RecordList {
  readonly path: string;
  readonly query?: QueryInput;
  /** For example `Campaigns`. */
  readonly title: string;
}

/** A link to the list that a record is in; Esc opens it. */
export const BackLink = ({ list: { path, query, title } }: { readonly list: RecordList }) => (
  <a class="back-link" href={urlOf(path, query)} data-close>
    <Icon name="chevron" /> {title}
  </a>
);
