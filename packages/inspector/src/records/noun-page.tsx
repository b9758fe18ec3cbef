import type { ComponentChildren, ComponentType } from 'preact';
import { ofAccount } from '../api/accounts.ts';
import type { Topic } from '../api/changes.ts';
import { useFound } from '../api/list.ts';
import type { InputOf, Item, ListIn, ReadRoute, ResponseOf } from '../api/request.ts';
import { type Resource, useServerResource } from '../api/resource.ts';
import type { PageInput } from '../app/router.tsx';
import { StateBadge } from '../design/badge/badge.tsx';
import { CopiedText } from '../design/code/code.tsx';
import { List, type ListDeclaration } from '../design/list/list.tsx';
import { BackLink, type Empty, Loaded, Page, Split } from '../design/page/page.tsx';
import { labelOf } from '../design/words.ts';
import { type QueryInput, urlOf } from '../location/location.ts';
import { NOUNS, type Noun } from '../nouns.ts';
import { CreateButton, type Creation } from './buttons.tsx';

export interface ListLink {
  readonly path: string;
  readonly title: string;
  readonly query?: QueryInput;
}

export interface Head {
  readonly title: ComponentChildren;
  readonly state: string;
  readonly id: string;
  readonly detail?: ComponentChildren;
  readonly list: ListLink;
}

interface RecordParts<One> {
  /** The head of its page. Default: its name, status and id. A record beside its list has no head. */
  readonly head?: (record: One) => Partial<Head>;
  readonly actions?: (record: One) => ComponentChildren;
  readonly content: (record: One) => ComponentChildren;
}

export interface RecordDeclaration<One> extends RecordParts<One> {
  readonly useRecord: (id: string) => Resource<One>;
}

/** Declares a record that an operation gets by its id, which is a member of the operation's path. */
export const recordById = <const R extends ReadRoute>(
  route: R,
  member: keyof InputOf<R>,
  topics: readonly Topic[],
  parts: RecordParts<ResponseOf<R>>,
): RecordDeclaration<ResponseOf<R>> => ({
  ...parts,
  useRecord: (id) => useServerResource(route, { [member]: id, ...ofAccount() } as InputOf<R>, topics), // of the operation of a record
});

export const recordInList = <R extends ReadRoute, Member extends ListIn<R>>(
  list: ListDeclaration<R, Member>,
  parts: RecordParts<Item<R, Member>>,
): RecordDeclaration<Item<R, Member>> => ({
  ...parts,
  useRecord: (id) => useFound({ ...list, input: { ...ofAccount(), ...list.input } as InputOf<R> }, id), // as in `List`
});

interface PageDeclaration<R extends ReadRoute, Member extends ListIn<R>, One> {
  readonly lead: string;
  readonly list: ListDeclaration<R, Member>;
  readonly actions?: () => ComponentChildren;
  readonly creation?: Creation;
  readonly content?: (list: ComponentChildren, openId: string | undefined) => ComponentChildren;
  readonly record?: RecordDeclaration<One>;
}

export function declarePage<R extends ReadRoute, Member extends ListIn<R>, One extends object>(
  noun: Noun,
  page: PageDeclaration<R, Member, One>,
): ComponentType<PageInput> {
  const { title, path, isBeside = false } = NOUNS[noun];
  const { lead, creation, record, content = (list) => list } = page;
  const list = creation ? { ...page.list, empty: withButton(page.list.empty, creation) } : page.list;
  const Record = record && declareRecord(noun, record);
  return ({ id }) => {
    if (Record && id !== undefined && !isBeside) return <Record id={id} />;
    const actions = (
      <>
        {page.actions?.()}
        {creation && <CreateButton creation={creation} isPrimary />}
      </>
    );
    const head = { title, lead, ...((page.actions ?? creation) && { actions }) };
    const shown = content(<List of={list} openKey={id} />, id);
    if (!isBeside) return <Page {...head}>{shown}</Page>;
    return (
      <Split
        {...head}
        path={path}
        detail={Record && id !== undefined ? <Record key={id} id={id} /> : undefined}
      >
        {shown}
      </Split>
    );
  };
}

const withButton = ([icon, title, advice]: Empty, creation: Creation): Empty => [
  icon,
  title,
  () => (
    <>
      {typeof advice === 'string' ? <p>{advice}</p> : advice?.()}
      <CreateButton creation={creation} />
    </>
  ),
];

/** Declares the page of a record, or the part of a page that shows it beside its list. */
export function declareRecord<One extends object>(
  noun: Noun,
  { useRecord, head, actions, content }: RecordDeclaration<One>,
): ComponentType<PageInput> {
  const { parent = noun, isBeside } = NOUNS[noun];
  const back: ListLink = NOUNS[parent];
  return ({ id = '' }) => {
    const resource = useRecord(id);
    const { data } = resource;
    if (isBeside) return <Loaded of={resource}>{content}</Loaded>;
    if (data === undefined) {
      return (
        <Page title={labelOf(noun)} lead={<BackLink href={urlOf(back.path)} title={back.title} />}>
          <Loaded of={resource}>{() => null}</Loaded>
        </Page>
      );
    }
    const { name = '', status = '' }: { readonly name?: string; readonly status?: string } = data;
    return (
      <Page
        {...headOf({ title: name, state: status, id, list: back, ...head?.(data) })}
        actions={actions?.(data)}
      >
        {content(data)}
      </Page>
    );
  };
}

const headOf = ({ title, state, id, detail, list }: Head) => ({
  title: (
    <span class="actions">
      {title} <StateBadge state={state} />
    </span>
  ),
  lead: (
    <span class="actions loose">
      <BackLink href={urlOf(list.path, list.query)} title={list.title} />
      {detail}
      <CopiedText text={id} />
    </span>
  ),
});
