import type { ComponentType } from 'preact';
import { ofAccount } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import type { ResponseOf } from '../../api/responses.ts';
import { Page } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { AccountPart, LimitsPart } from './account-part.tsx';
import { ApplicationsPart } from './applications-part.tsx';
import { AccountsPart, CreateAccount, SeedPart } from './server-part.tsx';
import { UsersPart } from './users-part.tsx';

type Account = ResponseOf<'GET /_admin/accounts/{account_id}'>;

/** The account, its users and tokens; limits, OAuth applications, all accounts, the seed. */
export const SettingsPage = () => {
  const account = useResource('GET /_admin/accounts/{account_id}', ofAccount(), ['records']);
  const part = (Part: ComponentType<{ readonly account: Account }>) => (
    <Loaded of={account}>{(data) => <Part account={data} />}</Loaded>
  );
  return (
    <Page title="Settings" actions={<CreateAccount />}>
      <Tabs
        label="Settings"
        parameter="tab"
        tabs={[
          { id: 'account', title: 'Account', content: part(AccountPart) },
          { id: 'users', title: 'Users and tokens', content: part(UsersPart) },
          { id: 'limits', title: 'Limits', content: part(LimitsPart) },
          { id: 'applications', title: 'OAuth applications', content: <ApplicationsPart /> },
          { id: 'accounts', title: 'All accounts', content: <AccountsPart /> },
          { id: 'seed', title: 'Seed', content: <SeedPart /> },
        ]}
      />
    </Page>
  );
};
