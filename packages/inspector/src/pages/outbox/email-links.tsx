import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { SafeLink } from '../../design/safe-link/safe-link.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import type { Delivery, FullEmail } from './email.ts';

/** The links of an email with their targets. Each can be clicked without opening it. */
export const EmailLinks = ({ email: { links, delivery } }: { readonly email: FullEmail }) =>
  links.length === 0 ? (
    <p class="quiet">This email has no links.</p>
  ) : (
    <ul class="outbox-links">
      {links.map(({ url, target }) => (
        <li key={url}>
          <span class="wrap">
            <SafeLink url={target} />
          </span>
          {delivery && <Button onClick={() => click(delivery, target)}>Click</Button>}
        </li>
      ))}
    </ul>
  );

const click = ({ id }: Delivery, url: string) =>
  attempt(
    'Click recorded',
    () =>
      callApi('POST /_admin/deliveries/{delivery_id}/click', {
        delivery_id: id,
        account_id: accountId.value,
        url,
      }),
    'all',
  );
