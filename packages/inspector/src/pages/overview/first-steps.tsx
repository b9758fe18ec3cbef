import { accountId, accounts } from '../../api/accounts.ts';
import { Website } from '../../app/website.tsx';
import { Code } from '../../design/code/code.tsx';
import { Section } from '../../design/page/page.tsx';
import { serverUrl } from '../../location/server-url.ts';

/** What to do with an account in which nothing has happened yet. */
export const FirstSteps = () => {
  const id = accountId.value;
  const token = accounts.value?.find((account) => account.id === id)?.tokens[0] ?? 'YOUR_API_TOKEN';
  const url = serverUrl('');
  return (
    <Section title="Nothing has happened here yet" isCard>
      <p class="quiet">
        Send a request, or open the <Website /> of the account. It appears here at once.
      </p>
      <Code
        label="Shell"
        text={`curl ${url}/v2/${id}/subscribers -u ${token}: \\
  -H 'content-type: application/json' \\
  -d '{"subscribers":[{"email":"ann@example.com"}]}'`}
      />
      <Code
        label="TypeScript"
        text={`import { createClient } from '@trickle/sdk';

const client = createClient({ accountId: '${id}', apiKey: '${token}', baseUrl: '${url}' });
await client.subscribers.upsert({ email: 'ann@example.com' });`}
      />
    </Section>
  );
};
