/**
 * The least that the promise of our server costs, with `node:http` and `node:sqlite` in memory and nothing of ours:
 * `node server.ts <port>`. Checks the token, counts the limit, and writes a subscriber, tags, history and a line of a
 * log in one transaction, with the indexes that lists and traces need.
 */
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

const TOKEN = `Basic ${btoa('trickle_demo_token:')}`;
const ORIGIN = 'http://127.0.0.1';
export const LIMIT = 100_000_000;

/** The tables and their indexes. A sequence is the database's own. */
export const schemaOf = (sequence: string): string => `
create table subscribers (seq ${sequence}, account_id text not null, id text not null, email text not null,
  email_key text not null, status text not null, created_at text not null, search_text text not null, data text not null,
  unique (account_id, id), unique (account_id, email_key));
create index subscribers_by_time on subscribers (account_id, created_at);
create index subscribers_by_order on subscribers (account_id, seq, status, id);
create table tags (account_id text not null, subscriber_id text not null, tag text not null, seq ${sequence},
  unique (account_id, subscriber_id, tag));
create index tags_by_tag on tags (account_id, tag, seq);
create table history (seq ${sequence}, id text not null, account_id text not null, at text not null, subscriber_id text,
  kind text not null, name text not null, root text not null, data text not null);
create index history_by_subscriber on history (account_id, subscriber_id, seq);
create index history_by_root on history (account_id, root, seq);
create index history_by_name on history (account_id, kind, name, seq);
create table requests (seq ${sequence}, account_id text not null, id text not null, body text not null,
  response text not null, unique (account_id, id));`;

export interface Input {
  readonly email: string;
  readonly first_name: string;
  readonly tags: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A new subscriber, as it is stored and answered. */
export function subscriberOf(accountId: string, { email, first_name, tags }: Input) {
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  return {
    ...{ id, status: 'active', email, sms_consent: false, eu_consent: 'unknown', time_zone: 'Etc/UTC' },
    ...{ prospect: true, base_lead_score: 30, lifetime_value: 0, custom_fields: {}, utc_offset: 0 },
    ...{ first_name, tags },
    created_at: `${new Date().toISOString().slice(0, 19)}Z`,
    href: `${ORIGIN}/v2/${accountId}/subscribers/${id}`,
    links: { account: accountId },
  };
}

/** The events of a new subscriber, by name, with their properties. */
export const eventsOf = (tags: readonly string[]): (readonly [name: string, data: string])[] => [
  ['subscriber.created', '{}'],
  ['subscriber.subscribed_to_email_marketing', '{}'],
  ...tags.map((tag) => ['subscriber.applied_tag', JSON.stringify({ tag })] as const),
];

export const ok = (data: string, left: number): Answer => ({
  status: 200,
  headers: {
    'content-type': 'application/vnd.api+json',
    'x-ratelimit-limit': String(LIMIT),
    'x-ratelimit-remaining': String(left),
  },
  body: `{"links":{"subscribers.account":"${ORIGIN}/v2/accounts/{subscribers.account}"},"subscribers":[${data}]}`,
});

export const refusal = (status: number): Answer => ({ status, headers: {}, body: '{}' });
const accepted: Answer = { status: 201, headers: {}, body: '{}' };

/** The bytes of a request that an answer depends on. */
export interface Asked {
  readonly method: string | undefined;
  readonly path: string;
  readonly token: string | undefined;
  readonly text: string;
}

const HISTORY = '(id, account_id, at, subscriber_id, kind, name, root, data) values (?, ?, ?, ?, ?, ?, ?, ?)';
const SUBSCRIBER =
  '(account_id, id, email, email_key, status, created_at, search_text, data) values (?, ?, ?, ?, ?, ?, ?, ?)';

/** Opens a database in memory, and returns the function that answers requests. */
export function openFloor(): (asked: Asked) => Answer {
  const db = new DatabaseSync(':memory:');
  db.exec(schemaOf('integer primary key'));
  const find = db.prepare('select data from subscribers where account_id = ? and email_key = ?');
  const addSubscriber = db.prepare(`insert into subscribers ${SUBSCRIBER}`);
  const addTag = db.prepare('insert into tags (account_id, subscriber_id, tag) values (?, ?, ?)');
  const addHistory = db.prepare(`insert into history ${HISTORY}`);
  const addRequest = db.prepare('insert into requests (account_id, id, body, response) values (?, ?, ?, ?)');
  const [begin, commit] = [db.prepare('begin'), db.prepare('commit')];
  let left = LIMIT;
  let rows = 0;

  function create(account: string, request: string, input: Input): string {
    const key = input.email.toLowerCase();
    const found = find.get(account, key);
    if (found) return String(found.data);
    const subscriber = subscriberOf(account, input);
    const { id, email, status, created_at: at } = subscriber;
    const data = JSON.stringify(subscriber);
    addSubscriber.run(account, id, email, key, status, at, `${key} ${input.first_name}`, data);
    for (const tag of input.tags) addTag.run(account, id, tag);
    for (const [name, properties] of eventsOf(input.tags))
      addHistory.run(`${++rows}`, account, at, id, 'event', name, request, properties);
    return data;
  }

  return ({ method, path, token, text }) => {
    const [, , account = '', noun, name = ''] = path.split('/');
    if (token !== TOKEN || noun !== 'subscribers') return refusal(401);
    if (--left < 0) return refusal(429);
    if (method === 'GET') {
      const found = find.get(account, decodeURIComponent(name).toLowerCase());
      return found ? ok(String(found.data), left) : refusal(404);
    }
    const id = `request-${++rows}`;
    const parsed = JSON.parse(text);
    const inputs: readonly Input[] = (parsed.batches?.[0] ?? parsed).subscribers;
    begin.run();
    const created = inputs.map((input) => create(account, id, input));
    const answer = name === 'batches' ? accepted : ok(created.join(), left);
    addRequest.run(account, id, text, answer.body);
    commit.run();
    return answer;
  };
}

/** Answers requests on a port. */
export function serve(port: number, answer: (asked: Asked) => Answer | Promise<Answer>): void {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', async () => {
      const { method, url: path = '', headers: sent } = request;
      const { status, headers, body } = await answer({ method, path, token: sent.authorization, text });
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    });
  });
  server.listen(port, '127.0.0.1');
}

if (import.meta.main) serve(Number(process.argv[2]), openFloor());
