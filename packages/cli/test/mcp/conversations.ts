/** A call of a tool. Its arguments may use earlier answers. */
interface Step {
  readonly tool: string;
  readonly input?:
    | Readonly<Record<string, unknown>>
    | ((answers: readonly string[]) => Readonly<Record<string, unknown>>);
}

/** A task for an assistant, the calls that solve it, and the findings. */
export interface Conversation {
  readonly task: string;
  readonly steps: readonly Step[];
  readonly finds: RegExp;
}

const call = (operation: string, input?: unknown, ids?: readonly string[]): Step => ({
  tool: 'call',
  input: { operation, ...(input !== undefined && { input }), ...(ids && { ids }) },
});
const ann = { email: 'ann@example.com' };
/** The first id of a row in the last answer. */
const firstId = (answers: readonly string[]) => /(?:- |\s)id=(\S+)/.exec(answers.at(-1) ?? '')?.[1] ?? '';

export const CONVERSATIONS: Readonly<Record<string, Conversation>> = {
  'welcome-email': {
    task: 'The welcome email does not arrive in my test. Why?',
    steps: [
      call('campaigns.subscribe', ann, ['111']),
      { tool: 'mail_outbox', input: { to: ann.email } },
      { tool: 'subscribers_why_not', input: { subscriber: ann.email, campaign: 'Welcome' } },
    ],
    finds: /verdict: kept_back[\s\S]*confirm/i,
  },
  'webhook-handler': {
    task: 'Write a test for the webhook handler in ./src: what does it receive?',
    steps: [
      { tool: 'webhooks_trigger', input: { event: 'subscriber.created', webhook_id: '7' } },
      { tool: 'server_settle' },
      { tool: 'webhooks_deliveries', input: { more: true, limit: 1 } },
    ],
    finds: /"event": "subscriber\.created"/,
  },
  'script-in-a-week': {
    task: 'What would this script send in a week?',
    steps: [
      { tool: 'checkpoints_take', input: { name: 'before' } },
      call('campaigns.subscribe', { ...ann, double_optin: false }, ['111']),
      { tool: 'clock_advance', input: { days: 7 } },
      { tool: 'mail_outbox', input: { to: ann.email } },
      { tool: 'checkpoints_restore', input: { id: 'before' } },
    ],
    finds: /outbox: 2\n.*Three days later[\s\S]*Hello/,
  },
  'misspelled-member': {
    task: 'The first name of our subscribers stays empty. What do we send?',
    steps: [call('subscribers.upsert', { ...ann, firstName: 'Ann' })],
    finds: /did you mean first_name/,
  },
  'failed-requests': {
    task: 'Something failed in the last run. Which requests?',
    steps: [
      call('subscribers.get', undefined, ['nobody@example.com']),
      { tool: 'requests_list', input: { status: 404 } },
      { tool: 'requests_get', input: (answers) => ({ request_id: firstId(answers) }) },
    ],
    finds: /subscribers\.get[\s\S]*status: 404/,
  },
  'retries-of-an-outage': {
    task: 'Does our code survive an outage of the service?',
    steps: [
      {
        tool: 'faults_add',
        input: { operation: 'subscribers.upsert', status: 503, times: 1, headers: { 'retry-after': '0' } },
      },
      call('subscribers.upsert', ann),
      { tool: 'requests_list', input: { operation: 'subscribers.upsert' } },
      { tool: 'faults_remove', input: { id: 'fault-1' } },
    ],
    finds: /requests: 2\n.*status=200.*\n.*status=503/,
  },
  'what-led-to-this-email': {
    task: 'Why did Ann get this email?',
    steps: [
      call('campaigns.subscribe', { ...ann, double_optin: false }, ['111']),
      { tool: 'clock_advance', input: { days: 1 } },
      { tool: 'requests_trace', input: { of: ann.email } },
    ],
    finds: /campaigns\.subscribe[\s\S]*got the email/,
  },
  'links-of-an-email': {
    task: 'Which links does the welcome email have?',
    steps: [
      call('campaigns.subscribe', { ...ann, double_optin: false }, ['111']),
      { tool: 'clock_advance', input: { days: 1 } },
      { tool: 'mail_outbox', input: { to: ann.email } },
      { tool: 'mail_get', input: (answers) => ({ email_id: firstId(answers) }) },
    ],
    finds: /shop\.example\.com|\/e\/9999999\//,
  },
  'what-changed': {
    task: 'What does this call change in the account?',
    steps: [
      { tool: 'checkpoints_take', input: { name: 'before' } },
      call('tags.apply', { email: 'bob@example.com', tag: 'vip' }),
      { tool: 'checkpoints_diff', input: { id: 'before' } },
    ],
    finds: /subscriber_tags vip of bob@example\.com/,
  },
  'find-and-seed': {
    task: 'I need a campaign for a test, and the subscriber Bob on it.',
    steps: [
      { tool: 'overview_search', input: { q: 'bob' } },
      {
        tool: 'accounts_extend',
        input: {
          campaigns: [{ id: '222', name: 'Spring', status: 'active', emails: [{ subject: 'Spring' }] }],
        },
      },
      call('campaigns.subscribe', { email: 'bob@example.com', double_optin: false }, ['222']),
      call('campaigns.listSubscribers', undefined, ['222']),
    ],
    finds: /bob@example\.com/,
  },
};
