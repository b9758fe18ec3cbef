/**
 * The least that the promise of our server costs on PostgreSQL, with `node:http` and `pg`: `node postgres.ts <port> <url>`.
 * Each request is a transaction with a statement for each table. The limit is a row, since several servers share it.
 */
import pg from 'pg';
import {
  type Answer,
  type Asked,
  eventsOf,
  type Input,
  LIMIT,
  ok,
  refusal,
  schemaOf,
  serve,
  subscriberOf,
} from './server.ts';

const [, , port, url] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 10 });
await pool.query(`${schemaOf('bigint generated always as identity')}
create table limits (account_id text primary key, token text not null, used bigint not null);`);

const statements = {
  find: 'select data from subscribers where account_id = $1 and email_key = $2',
  spend: `insert into limits (account_id, token, used) values ($1, $2, 1)
    on conflict (account_id) do update set used = limits.used + 1 returning token, used`,
  subscriber: `insert into subscribers (account_id, id, email, email_key, status, created_at, search_text, data)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
  tags: 'insert into tags (account_id, subscriber_id, tag) select $1, $2, unnest($3::text[])',
  history: `insert into history (id, account_id, at, subscriber_id, kind, name, root, data)
    select gen_random_uuid(), $1, $2, $3, 'event', name, $4, data from unnest($5::text[], $6::text[]) as t (name, data)`,
  request: 'insert into requests (account_id, id, body, response) values ($1, $2, $3, $4)',
};

async function handle(client: pg.PoolClient, { method, path, token, text }: Asked): Promise<Answer> {
  const run = async (name: keyof typeof statements, ...values: unknown[]) =>
    (await client.query({ name, text: statements[name], values })).rows[0];
  const [, , account = '', , name = ''] = path.split('/');
  const { token: owner, used } = await run('spend', account, token);
  if (owner !== token) return refusal(401);
  if (used > LIMIT) return refusal(429);
  const left = LIMIT - Number(used);
  if (method === 'GET') {
    const found = await run('find', account, decodeURIComponent(name).toLowerCase());
    return found ? ok(found.data, left) : refusal(404);
  }
  const [input]: readonly [Input] = JSON.parse(text).subscribers;
  const key = input.email.toLowerCase();
  const found = await run('find', account, key);
  if (found) return ok(found.data, left);
  const subscriber = subscriberOf(account, input);
  const { id, email, status, created_at: at, tags } = subscriber;
  const data = JSON.stringify(subscriber);
  const [request, events] = [crypto.randomUUID(), eventsOf(tags)];
  const [names, members] = [events.map(([event]) => event), events.map(([, more]) => more)];
  await run('subscriber', account, id, email, key, status, at, `${key} ${input.first_name}`, data);
  await run('tags', account, id, tags);
  await run('history', account, at, id, request, names, members);
  const answer = ok(data, left);
  await run('request', account, request, text, answer.body);
  return answer;
}

serve(Number(port), async (asked) => {
  const client = await pool.connect();
  await client.query('begin');
  const answer = await handle(client, asked);
  await client.query('commit');
  client.release();
  return answer;
});
