import type { Hono, Context as Http } from 'hono';
import { noRecord, requireRecord } from '../../domain/find-record.ts';
import { submitForm } from '../../domain/form-submissions.ts';
import { Invalid, NotFound } from '../../domain/refusals.ts';
import type { Surroundings } from '../../http/attend.ts';
import { redirectTo } from '../../http/redirect.ts';
import { invalidAttributes } from '../../http/refusals.ts';
import type { ServeSettings } from '../../http/serve.ts';
import { findAccount } from '../../store/accounts.ts';
import { findAccountOfForm } from '../../store/form-submissions.ts';
import { listRecords, type RecordRow } from '../../store/records.ts';
import type { World } from '../../world.ts';
import { formsScript } from '../assets.ts';
import { refuseFlood, refuseOrigin } from '../gate.ts';
import { plainAddress } from '../network.ts';
import { PUBLIC_BODY_LIMIT } from '../read-messages.ts';
import { FOR_ALL } from '../readable.ts';
import { confirmationPage, formPage } from './page.ts';
import { prepareForm } from './prepare.ts';
import { type PostedForm, readSubmission } from './read-submission.ts';

/** A form and whose it is. */
interface Found {
  readonly form: RecordRow<'forms'>;
  readonly accountId: string;
}

/** Serves forms to people who block scripts, and takes what plain forms post. */
// Unspecified: U-26
export function bindForms(app: Hono, settings: ServeSettings): void {
  const { world, bodyLimit } = settings;
  // Unspecified: U-81
  app.get('/client/:account_id/forms.js', async (http) => {
    const accountId = http.req.param('account_id');
    const forms = await world.store.read(async (tx) => {
      if (!(await findAccount(tx, accountId))) throw new NotFound('account', accountId);
      return (await listRecords(tx, accountId, 'forms')).rows;
    });
    // JSON is JavaScript.
    const data = `export const forms=${JSON.stringify(forms.map(prepareForm))};`;
    return http.body(`${data}\n${await formsScript()}`, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      ...FOR_ALL,
    });
  });

  app.get('/forms/:form_id', async (http) => {
    const found = await findForm(world, http.req.param('form_id'), http.req.query('account_id'));
    return formPage(found);
  });

  app.post('/forms/:form_id/submissions', async (http) => {
    const { peer } = http.env as Surroundings; // `attend` passes them in
    const limit = Math.min(bodyLimit, PUBLIC_BODY_LIMIT);
    const posted = await readSubmission(http.req.raw, limit, peer?.address && plainAddress(peer.address));
    const found = await findForm(world, http.req.param('form_id'), posted.accountId);
    await admit(http, settings, found, posted);
    try {
      // A program that fills in everything is told what it wants to hear.
      if (!posted.isTrapped) await submit(world, found, posted);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      if (wantsJson(http)) return invalidAttributes(error.faults).response();
      return formPage({ ...found, faults: error.faults, values: posted.submission.fields });
    }
    return confirm(http, found);
  });
}

async function findForm(world: World, formId: string, named: string | undefined): Promise<Found> {
  return world.store.read(async (tx) => {
    const accountId = await findAccountOfForm(tx, formId, named || undefined);
    if (accountId === undefined) throw noRecord('forms', formId);
    const form = await requireRecord({ world, tx, accountId, source: 'script' }, 'forms', formId);
    return { form, accountId };
  });
}

/** Refuses whom the page script would be refused for, too. */
// Unspecified: U-75
function admit(
  http: Http,
  { world, limits, publicUrl }: ServeSettings,
  { accountId }: Found,
  { submission }: PostedForm,
): Promise<void> {
  const { peer, address, note } = http.env as Surroundings; // `attend` passes them in
  const now = world.of(accountId).clock.now();
  Object.assign(note, { accountId, at: now });
  return world.store.write(async (tx) => {
    const account = await findAccount(tx, accountId);
    if (!account) throw new NotFound('account', accountId);
    // The form as a page is the server's own.
    refuseOrigin(account, http.req.header('origin'), new URL(publicUrl ?? address.origin).origin);
    if (!limits) return;
    const asker = { visitor: submission.visitorUuid, address: peer?.address };
    await refuseFlood(tx, accountId, asker, now, limits);
  });
}

function submit(shared: World, { form, accountId }: Found, { submission }: PostedForm): Promise<unknown> {
  const world = shared.of(accountId);
  return world.store.write((tx) => submitForm({ world, tx, accountId, source: 'script' }, form, submission));
}

function confirm(http: Http, found: Found): Promise<Response> | Response {
  if (wantsJson(http)) return http.json({ success: true });
  const { redirect_url } = found.form.data.signup;
  const redirect = redirect_url === undefined ? undefined : redirectTo(redirect_url, 303);
  return redirect ?? confirmationPage(found);
}

/** Programs ask for JSON; browsers that post a form ask for a page. */
function wantsJson(http: Http): boolean {
  const accept = http.req.header('accept') ?? '';
  return accept.includes('json') && !accept.includes('text/html');
}
