import type { ComponentChildren, ComponentType } from 'preact';
import { ofAccount } from '../api/accounts.ts';
import type { Topic } from '../api/changes.ts';
import { type Resource, useResource } from '../api/resource.ts';
import type { InputOf, ReadRoute, ResponseOf } from '../api/responses.ts';
import type { PageInput } from '../app/router.tsx';
import { StateBadge } from '../design/badge/badge.tsx';
import { CopyButton } from '../design/copy-button/copy-button.tsx';
import { Icon } from '../design/icon/icon.tsx';
import { Page } from '../design/page/page.tsx';
import { Loaded } from '../design/states/states.tsx';
import { type QueryInput, urlOf } from '../location/location.ts';

/** The list that a record is in. */
interface RecordList {
  readonly path: string;
  readonly query?: QueryInput;
  /** For example `Campaigns`. */
  readonly title: string;
}

/** What stands above a record. */
interface Head {
  readonly title: ComponentChildren;
  readonly state: string;
  readonly id: string;
  /** Shown between the link to the list and the id. */
  readonly detail?: ComponentChildren;
  /** The list, if it depends on the record. */
  readonly list?: RecordList;
}

/** The page of a record: what stands above it, what a user can do with it, and what it consists of. */
interface RecordDeclaration<Data> {
  /** What the record is, such as `Campaign`; the title until it is loaded. */
  readonly noun: string;
  readonly list: RecordList;
  readonly headOf: (record: Data) => Head;
  /** Buttons beside the title. */
  readonly actions?: (record: Data) => ComponentChildren;
  readonly content: (record: Data) => ComponentChildren;
}

interface ReadDeclaration<R extends ReadRoute> extends RecordDeclaration<ResponseOf<R>> {
  /** The record is read again when these change. */
  readonly topics: readonly Topic[];
}

/** Declares the page of a record that an operation gets by its id, which is a member of the operation's path. */
export const declareRecordPage =
  <const R extends ReadRoute>(
    route: R,
    member: keyof InputOf<R>,
    page: ReadDeclaration<R>,
  ): ComponentType<PageInput> =>
  ({ id = '' }) => {
    const input = { [member]: id, ...ofAccount() } as InputOf<R>; // of the operation of a record
    return <RecordPage declaration={page} of={useResource(route, input, page.topics)} />;
  };

interface RecordPageProps<Data> {
  readonly declaration: RecordDeclaration<Data>;
  readonly of: Resource<Data>;
}

/** The page of a record, or that it is loading, or why it cannot be read. */
export function RecordPage<Data>({ declaration, of }: RecordPageProps<Data>) {
  const { noun, list, headOf, actions, content } = declaration;
  if (of.data === undefined) {
    return (
      <Page title={noun} lead={<BackLink list={list} />}>
        <Loaded of={of}>{() => null}</Loaded>
      </Page>
    );
  }
  const { title, state, id, detail, list: own = list } = headOf(of.data);
  return (
    <Page
      title={
        <span class="record-title">
          {title} <StateBadge state={state} />
        </span>
      }
      lead={
        <span class="record-lead">
          <BackLink list={own} />
          {detail}
          <span class="record-id mono">
            <span class="wrap">{id}</span>
            <CopyButton text={id} />
          </span>
        </span>
      }
      actions={actions?.(of.data)}
    >
      {content(of.data)}
    </Page>
  );
}

/** A link to the list that a record is in; Esc opens it. */
const BackLink = ({ list: { path, query, title } }: { readonly list: RecordList }) => (
  <a class="back-link" href={urlOf(path, query)} data-close>
    <Icon name="chevron" /> {title}
  </a>
);
