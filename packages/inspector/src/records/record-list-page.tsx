import type { ComponentChildren, ComponentType } from 'preact';
import { ofAccount } from '../api/accounts.ts';
import type { Topic } from '../api/changes.ts';
import { useResource } from '../api/resource.ts';
import type { Item, ListIn } from '../api/responses.ts';
import { urlOfRecord } from '../design/id-link/id-link.tsx';
import { LoadedRows, type RowsDeclaration } from '../design/list/list.tsx';
import { Page } from '../design/page/page.tsx';
import { type Empty, Loaded } from '../design/states/states.tsx';
import { CreateButton, type Creation, type Nouns } from './buttons.tsx';

type Row<N extends Nouns> = Item<`GET /_admin/${N}`, N & ListIn<`GET /_admin/${N}`>>;

/** A kind of record that the REST API cannot create, and the page that lists all of them. */
interface RecordsDeclaration<N extends Nouns>
  extends Omit<Creation, 'nouns'>,
    Pick<RowsDeclaration<Row<N>>, 'columns' | 'label'> {
  /** For example `Campaigns`. */
  readonly title: string;
  readonly lead: string;
  readonly icon: Empty[0];
  /** What to do while there are none. Default: that the REST API cannot create them. */
  readonly empty?: string;
  /** The list is read again when these change. */
  readonly topics: readonly Topic[];
  /** The id of the record that the page shows more of. */
  readonly openId?: () => string | undefined;
  /** Shown below the list, unless it is empty. */
  readonly below?: (rows: readonly Row<N>[]) => ComponentChildren;
}

/** Declares the page that lists and creates records of a kind. */
export const declareRecordListPage = <const N extends Nouns>(
  nouns: N,
  page: RecordsDeclaration<N>,
): ComponentType => {
  const { title, lead, icon, topics, openId, below, label = title } = page;
  const cannot = `The REST API cannot create ${title.toLowerCase()}. Create one here, or in the server's seed.`;
  const { empty = cannot } = page;
  const list: RowsDeclaration<Row<N> & { readonly id: string }> = {
    noun: title.toLowerCase(),
    label,
    columns: page.columns,
    hrefOf: ({ id }) => urlOfRecord(page.type, id),
    empty: [
      icon,
      `No ${title.toLowerCase()} yet`,
      () => (
        <>
          <p>{empty}</p>
          <CreateButton creation={{ ...page, nouns }} />
        </>
      ),
    ],
  };
  return () => {
    const resource = useResource(`GET /_admin/${nouns}`, ofAccount(), topics);
    return (
      <Page title={title} lead={lead} actions={<CreateButton creation={{ ...page, nouns }} isPrimary />}>
        <Loaded of={resource}>
          {(data) => {
            const { [nouns]: rows = [] } = data as unknown as Partial<
              Record<N, readonly (Row<N> & { readonly id: string })[]>
            >; // the member of the noun
            return (
              <>
                <LoadedRows of={list} rows={rows} openKey={openId?.()} />
                {rows.length > 0 && below?.(rows)}
              </>
            );
          }}
        </Loaded>
      </Page>
    );
  };
};
