import type { ComponentChildren } from 'preact';
import type { Resource } from '../api/resource.ts';
import { StateBadge } from '../design/badge/badge.tsx';
import { CopyButton } from '../design/copy-button/copy-button.tsx';
import { Page } from '../design/page/page.tsx';
import { Loaded } from '../design/states/states.tsx';
import { BackLink, type RecordList } from './back-link.tsx';

interface RecordPageProps {
  readonly title: ComponentChildren;
  readonly state: string;
  readonly id: string;
  /** The list that the record is in. */
  readonly list: RecordList;
  /** Shown between the link to the list and the id. */
  readonly detail?: ComponentChildren;
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The page of a record: its name and state, the way back to its list, its id. */
export const RecordPage = ({ title, state, id, list, detail, actions, children }: RecordPageProps) => (
  <Page
    title={
      <span class="record-title">
        {title} <StateBadge state={state} />
      </span>
    }
    lead={
      <span class="record-lead">
        <BackLink list={list} />
        {detail}
        <span class="record-id mono">
          <span class="wrap">{id}</span>
          <CopyButton text={id} />
        </span>
      </span>
    }
    actions={actions}
  >
    {children}
  </Page>
);

interface LoadedRecordProps<Data> {
  readonly of: Resource<Data>;
  /** What the record is, such as `Campaign`; the title until it is loaded. */
  readonly noun: string;
  readonly list: RecordList;
  readonly children: (data: Data) => ComponentChildren;
}

/** Shows the page of a record, or that it is loading, or why it cannot be read. */
export function LoadedRecord<Data>({ of, noun, list, children }: LoadedRecordProps<Data>) {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  return (
    <Page title={noun} lead={<BackLink list={list} />}>
      <Loaded of={of}>{() => null}</Loaded>
    </Page>
  );
}
