import { accountUrl } from '../api/accounts.ts';
import { SafeLink } from '../design/link/link.tsx';

/** The words "Website" or "website", which lead to the website of the account. */
export const Website = ({ children = 'website' }: { readonly children?: string }) => (
  <SafeLink url={accountUrl.value}>{children}</SafeLink>
);
