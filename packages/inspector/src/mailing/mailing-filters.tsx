import { ofAccount } from '../api/accounts.ts';
import { useResource } from '../api/resource.ts';
import type { Filter } from '../design/list/filters.tsx';

/** The mailings of emails, as causes name them. */
export const MAILINGS = ['campaign', 'broadcast', 'workflow'] as const;

export type MailingType = (typeof MAILINGS)[number];

interface MailingNameProps {
  readonly type: MailingType;
  readonly id: string;
}

/** The name of a campaign, broadcast or workflow; its id until it is known, and if there is none. */
export const MailingName = ({ type, id }: MailingNameProps) => {
  const { data } = useResource(`GET /_admin/${type}s`, ofAccount(), ['records']);
  const mailings: readonly { readonly id: string; readonly name: string }[] = Object.values(
    data ?? {},
  ).flat();
  return <>{mailings.find((mailing) => mailing.id === id)?.name || id}</>;
};

/** The filters that links to the emails of a mailing set. */
export const MAILING_FILTERS: readonly Filter<unknown>[] = MAILINGS.map((type) => ({
  name: `${type}_id`,
  label: `Emails of a ${type}`,
  textOf: (id) => (
    <>
      of the {type} <MailingName type={type} id={id} />
    </>
  ),
}));
