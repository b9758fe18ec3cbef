import { accountId } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import { Page } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { AccountPart } from './account-part.tsx';
import { AccountsPart } from './accounts-part.tsx';
import { ApplicationsPart } from './applications-part.tsx';
import { LimitsPart } from './limits-part.tsx';
import { SeedPart } from './seed-part.tsx';
import { UsersPart } from './users-part.tsx';

/** The account, its users and tokens; limits, OAuth applications, all accounts, the seed. */
export const SettingsPage = () => {
  const account = useResource('GET /_admin/accounts/{account_id}', { account_id: accountId.value }, [
    'records',
  ]);
  return (
    <Page title="Settings">
      <Tabs
        label="Settings"
        parameter="tab"
        tabs={[
          {
            id: 'account',
            title: 'Account',
            content: <Loaded of={account}>{(data) => <AccountPart account={data} />}</Loaded>,
          },
          {
            id: 'users',
            title: 'Users and tokens',
            content: <Loaded of={account}>{(data) => <UsersPart account={data} />}</Loaded>,
          },
          {
            id: 'limits',
            title: 'Limits',
            content: <Loaded of={account}>{(data) => <LimitsPart account={data} />}</Loaded>,
          },
          { id: 'applications', title: 'OAuth applications', content: <ApplicationsPart /> },
          { id: 'accounts', title: 'All accounts', content: <AccountsPart /> },
          { id: 'seed', title: 'Seed', content: <SeedPart /> },
        ]}
      />
    </Page>
  );
};
