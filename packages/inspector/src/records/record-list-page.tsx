import type { ComponentChildren } from 'preact';
import { accountId } from '../api/accounts.ts';
import type { Topic } from '../api/changes.ts';
import { useResource } from '../api/resource.ts';
import type { IconName } from '../design/icon/icon.tsx';
import { Page } from '../design/page/page.tsx';
import { EmptyState, Loaded } from '../design/states/states.tsx';
import { type Column, Table } from '../design/table/table.tsx';
import { CreateButton, type Creation } from './create-record.tsx';

interface RecordListPageProps<Row extends Identified> {
  /** For example `Campaigns`. */
  readonly title: string;
  readonly lead: string;
  readonly icon: IconName;
  /** The topics whose changes the rows show. */
  readonly topics: readonly Topic[];
  readonly columns: readonly Column<Row>[];
  readonly creation: Creation;
  /** The name of the table for screen readers. Default: the title. */
  readonly label?: string;
  /** The id of the record that the page shows more of. */
  readonly openId?: string | undefined;
  /** Shown below the list, unless it is empty. */
  readonly children?: (rows: readonly Row[]) => ComponentChildren;
}

interface Identified {
  readonly id: string;
}

/** All records of a kind that the REST API cannot create, with a button that does. */
export function RecordListPage<Row extends Identified>(props: RecordListPageProps<Row>) {
  const { title, lead, icon, topics, columns, creation, label = title, openId, children } = props;
  const { nouns } = creation;
  const resource = useResource(`GET /_admin/${nouns}`, { account_id: accountId.value }, topics);
  return (
    <Page title={title} lead={lead} actions={<CreateButton creation={creation} isPrimary />}>
      <Loaded of={resource}>
        {(data) => {
          const { [nouns]: rows = [] } = data as unknown as {
            readonly [Noun in typeof nouns]?: readonly Row[];
          }; // rows of the noun
          if (rows.length === 0) return <NoRecords title={title} icon={icon} creation={creation} />;
          return (
            <>
              <Table
                label={label}
                columns={columns}
                rows={rows}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => creation.hrefOf(id)}
                openKey={openId}
              />
              {children?.(rows)}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

interface NoRecordsProps {
  readonly title: string;
  readonly icon: IconName;
  readonly creation: Creation;
}

const NoRecords = ({ title, icon, creation }: NoRecordsProps) => (
  <EmptyState icon={icon} title={`No ${title.toLowerCase()} yet`}>
    <p>The REST API cannot create {title.toLowerCase()}. Create one here, or in the server's seed.</p>
    <CreateButton creation={creation} />
  </EmptyState>
);
