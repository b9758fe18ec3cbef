/* cspell:ignore soruce Sgined plna */
/*
 * Programs that compile with the types of an account, and programs that must not. The compiler checks this file with all
 * others; nothing runs it.
 */

import type { PageScriptOf, QueueOf } from '@trickle/browser-script';
import * as script from '@trickle/browser-script';

interface Shop {
  tags: 'vip' | 'constructor' | '__proto__' | `order-${string}`;
  customFields: 'plan' | 'constructor';
  events: { 'Signed up': { source?: string }; Viewed: { [name: string]: unknown } };
}
declare const _dcq: QueueOf<Shop>;
const email = 'a@x.io';

_dcq.push(['identify', { email, tags: ['vip', 'order-1', '__proto__'], plan: 'pro' }]);
_dcq.push(['identify', { email, success: (response) => console.log(response.anonymous) }]);
_dcq.push(['track', 'Signed up', { source: 'ad', value: 4900, success: () => {} }]);
_dcq.push(['track', 'Viewed', { anything: 1 }]);
_dcq.push(['track', 'Signed up']);
_dcq.push(['consent', true]);
_dcq.push(['subscribe', { campaign_id: '1', fields: { email } }]);
_dcq.push(['showForm', { id: '1' }]);
// @ts-expect-error: misspelt
_dcq.push(['identify', { email, tags: ['vpi'] }]);
// @ts-expect-error: misspelt
_dcq.push(['identify', { email, plna: 'pro' }]);
// @ts-expect-error: misspelt
_dcq.push(['track', 'Sgined up']);
// @ts-expect-error: misspelt
_dcq.push(['track', 'Signed up', { soruce: 'ad' }]);

const { identify, track }: PageScriptOf<Shop> = script;
void identify({ email, remove_tags: ['vip'], plan: 'pro' });
void track('Signed up', { source: 'ad', occurred_at: new Date() });
// @ts-expect-error: misspelt
void identify({ email, tags: ['vpi'] });
// @ts-expect-error: misspelt
void track('Sgined up');
// @ts-expect-error: misspelt
void track('Signed up', { soruce: 'ad' });

// Without types, nothing changes.
window._dcq?.push(
  ['identify', { email, tags: ['anything'], anything: 1 }],
  ['track', 'Anything', { anything: 1 }],
);
void script.track('Anything', { anything: 1 });
