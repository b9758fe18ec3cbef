import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { trickle } from './command.ts';
import { sandbox, seedOf } from './sandbox.ts';

const email = 'ann@example.com';

/** A server with a frozen clock and a workflow that Ann has entered. */
async function traced() {
  const made = await sandbox({
    time: { now: '2026-11-25T12:00:00Z', speed: 0 },
    seed: seedOf({
      default_from_email: 'crew@example.com',
      default_postal_address: '1 Market Street',
      workflows: [
        {
          name: 'Onboarding',
          status: 'active',
          triggers: [
            {
              provider: 'trickle',
              trigger_type: 'performed_custom_event',
              properties: { action: 'Signed up' },
            },
          ],
          steps: [
            { type: 'send_email', subject: 'Hello', text_body: 'Hello' },
            { type: 'delay', days: 3 },
          ],
        },
      ],
    }),
  });
  await made.client.events.record({ email, action: 'Signed up' });
  await made.server.settle();
  return made;
}

const TREE = `POST /v2/9999999/events (events.record) was answered with 204  2026-11-25 12:00:00 UTC
├─ ${email} was created
├─ ${email} can receive emails
└─ ${email} performed “Signed up”
   └─ The event “Signed up” of ${email} was reported
      └─ ${email} entered the workflow “Onboarding”, and waits for the end of a delay  waiting until 2026-11-28 12:00:00 UTC
         └─ ${email} got the email “Hello”
            └─ * The email to ${email} was reported as received
`;

test('why prints a trace as a tree, with colors on a terminal only', async () => {
  const { fetch } = await traced();
  const { code, stdout, stderr } = await trickle(['why', email], { fetch });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: TREE, stderr: '' });
  const { stdout: colored } = await trickle(['why', email], { fetch, isScreen: true });
  expect(colored).toContain('\u001b[33mwaiting until 2026-11-28 12:00:00 UTC\u001b[39m');
  expect(stripVTControlCharacters(colored)).toBe(TREE);
});

test('why --json prints what the server answers', async () => {
  const { server, fetch } = await traced();
  const [mail] = await server.outbox();
  const { stdout } = await trickle(['why', mail?.id ?? '', '--json'], { fetch });
  const { of, total, rows } = JSON.parse(stdout);
  expect([rows[of - 1].id, total]).toEqual([mail?.id, 8]);
  const trace = await server.trace(mail?.id ?? '');
  expect(rows.map((row: { sentence: string }) => row.sentence)).toEqual(
    trace.rows.map(({ sentence }) => sentence),
  );
});

test('why --limit prints the first rows, and the number of others', async () => {
  const { fetch } = await traced();
  const { stdout } = await trickle(['why', email, '--limit', '3'], { fetch });
  expect(stdout.split('\n').slice(1)).toEqual([
    `├─ ${email} was created`,
    `└─ ${email} can receive emails`,
    '… and 5 more rows',
    '',
  ]);
});

test('why explains an unknown id, and ends with 5', async () => {
  const { fetch } = await traced();
  const { code, stdout, stderr } = await trickle(['why', 'nothing'], { fetch });
  expect([code, stdout]).toEqual([5, '']);
  expect(stderr).toMatch(/^trickle: Row of a trace not found: nothing\. Pass the id of a recorded request, /);
  const json = await trickle(['why', 'nothing', '--json'], { fetch });
  expect(JSON.parse(json.stderr).error).toMatchObject({ name: 'NotFoundError', exitCode: 5 });
});

test.each<[string, unknown]>([
  ['without rows', { of: 1, total: 1, is_cut: false }],
  ['whose rows are not objects', { of: 1, total: 1, is_cut: false, rows: [null] }],
  ['whose row is its own parent', { of: 1, total: 2, is_cut: false, rows: [row(1, null), row(1, 1)] }],
  ['whose row is below a later one', { of: 1, total: 2, is_cut: false, rows: [row(1, 2), row(2, null)] }],
])('an answer %s is not a trace', async (_, answer) => {
  const { fetch } = await traced();
  const { code, stderr } = await trickle(['why', email], {
    fetch: async (request) =>
      new URL(request.url).pathname === '/_admin/trace' ? Response.json(answer) : fetch(request),
  });
  expect([code, stderr]).toEqual([
    1,
    'trickle: The answer is not a trace. Is the reference server of the same version?\n',
  ]);
});

function row(number: number, parent: number | null) {
  return { number, parent, at: '2026-11-25T12:00:00Z', until: null, sentence: 'x', state: 'done' };
}
