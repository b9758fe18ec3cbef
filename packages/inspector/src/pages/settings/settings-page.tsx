import { accountId } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import { Page } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { query, setQuery } from '../../location/location.ts';
import type { Account } from './account.ts';
import { AccountPart } from './account-part.tsx';
import { AccountsPart } from './accounts-part.tsx';
import { ApplicationsPart } from './applications-part.tsx';
import { LimitsPart } from './limits-part.tsx';
import { SeedPart } from './seed-part.tsx';
import { UsersPart } from './users-part.tsx';

const TABS = [
  { id: 'account', title: 'Account' },
  { id: 'users', title: 'Users and tokens' },
  { id: 'limits', title: 'Limits' },
  { id: 'applications', title: 'OAuth applications' },
  { id: 'accounts', title: 'All accounts' },
  { id: 'seed', title: 'Seed' },
];

/** The account, its users and tokens; limits, OAuth applications, all accounts, the seed. */
export const SettingsPage = () => {
  const account = useResource<Account>(`/accounts/${encodeURIComponent(accountId.value)}`, {}, ['records']);
  const open = query.value.get('tab') ?? 'account';
  return (
    <Page title="Settings">
      <Tabs label="Settings" tabs={TABS} open={open} onOpen={(tab) => setQuery({ tab })}>
        {open === 'account' && <Loaded of={account}>{(data) => <AccountPart account={data} />}</Loaded>}
        {open === 'users' && <Loaded of={account}>{(data) => <UsersPart account={data} />}</Loaded>}
        {open === 'limits' && <Loaded of={account}>{(data) => <LimitsPart account={data} />}</Loaded>}
        {open === 'applications' && <ApplicationsPart />}
        {open === 'accounts' && <AccountsPart />}
        {open === 'seed' && <SeedPart />}
      </Tabs>
    </Page>
  );
};
