import { accountUrl } from '../api/accounts.ts';
import { SafeLink } from '../design/link/link.tsx';

export const Website = ({ children = 'website' }: { readonly children?: string }) => (
  <SafeLink url={accountUrl.value}>{children}</SafeLink>
);
