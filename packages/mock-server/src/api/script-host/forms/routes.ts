import type { Hono, Context as Http } from 'hono';
import { openContext } from '../../../domain/context/context.ts';
import type { Services } from '../../../domain/context/services.ts';
import { DomainError, NotFoundError } from '../../../domain/errors.ts';
import { submitForm } from '../../../domain/forms/submissions.ts';
import { noRecord, requireRecord } from '../../../domain/records/record.ts';
import type { RequestEntry } from '../../../observe/request-log/log.ts';
import { plainAddress } from '../../../shared/values/ip-address.ts';
import { beginning } from '../../../store/engine/place.ts';
import { findAccount } from '../../../store/tables/accounts.ts';
import { findAccountOfForm } from '../../../store/tables/form-submissions.ts';
import { listRecords, type RecordRow } from '../../../store/tables/records.ts';
import { relativeRoot } from '../../http/address.ts';
import { invalidAttributes } from '../../http/errors.ts';
import type { ApiServer } from '../../http/handler.ts';
import { PUBLIC_BODY_LIMIT } from '../../http/read-request.ts';
import type { RequestContext } from '../../http/record-request.ts';
import { redirectTo } from '../../http/reply.ts';
import { answerScript } from '../assets.ts';
import { assertOriginAllowed, enforceRateLimit } from '../rate-limit.ts';
import { confirmationPage, formPage } from './page.ts';
import { formsModule } from './prepare.ts';
import { type PostedForm, readSubmission } from './submission.ts';

interface Found {
  readonly form: RecordRow<'forms'>;
  readonly accountId: string;
}

/** Serves forms as pages for visitors without scripts, and accepts their submissions. */
// Unspecified: U-26
export function bindForms(app: Hono, settings: ApiServer): void {
  const { services, bodyLimit } = settings;
  // Unspecified: U-81
  app.get('/client/:account_id/forms.js', async (http) => {
    const accountId = http.req.param('account_id');
    const forms = await services.store.read(async (tx) => {
      if (!(await findAccount(tx, accountId))) throw new NotFoundError('account', accountId);
      return (await listRecords(tx, accountId, 'forms')).rows;
    }, accountId);
    return answerScript(http, await formsModule(forms));
  });

  app.get('/forms/:form_id', async (http) => {
    const form = await findForm(services, http.req.param('form_id'), http.req.query('account_id'));
    return formPage(form, rootFor(http));
  });

  app.post('/forms/:form_id/submissions', async (http) => {
    const { peer, entry } = http.env as RequestContext; // passed in by `recordRequest`
    const limit = Math.min(bodyLimit, PUBLIC_BODY_LIMIT);
    const posted = await readSubmission(http.req.raw, limit, peer?.address && plainAddress(peer.address));
    const form = await findForm(services, http.req.param('form_id'), posted.accountId);
    await admit(http, settings, form, posted);
    try {
      await submit(services, form, posted, entry);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (wantsJson(http)) return invalidAttributes(error.issues).response(entry);
      const { issues } = error;
      return formPage({ ...form, issues, values: posted.submission.fields }, rootFor(http));
    }
    return confirm(http, form);
  });
}

const rootFor = (http: Http) => relativeRoot((http.env as RequestContext).address); // passed in by `recordRequest`

async function findForm(services: Services, formId: string, named: string | undefined): Promise<Found> {
  return services.store.read(async (tx) => {
    const accountId = await findAccountOfForm(tx, formId, named || undefined);
    if (accountId === undefined) throw noRecord('forms', formId);
    const form = await requireRecord({ tx, accountId }, 'forms', formId);
    return { form, accountId };
  }, named || undefined);
}

/** Applies the page script's origin check and rate limit. */
// Unspecified: U-75
function admit(
  http: Http,
  { services, limits, publicUrl }: ApiServer,
  { accountId }: Found,
  { submission }: PostedForm,
): Promise<void> {
  const { peer, address, entry } = http.env as RequestContext; // passed in by `recordRequest`
  const accountServices = services.forAccount(accountId);
  entry.accountId = accountId;
  if (accountServices !== services) entry.accountAt = accountServices.clock.now();
  return services.store.write(async (tx) => {
    const account = await findAccount(tx, accountId);
    if (!account) throw new NotFoundError('account', accountId);
    // The form page is on the server's own origin.
    assertOriginAllowed(account, http.req.header('origin'), new URL(publicUrl ?? address.origin).origin);
    if (!limits) return;
    const client = { visitor: submission.visitorUuid, address: peer?.address, signups: 1 };
    await enforceRateLimit({ services: accountServices, tx, accountId }, client, limits);
  }, accountId);
}

function submit(
  shared: Services,
  { form, accountId }: Found,
  { submission }: PostedForm,
  { id }: RequestEntry,
): Promise<unknown> {
  const services = shared.forAccount(accountId);
  const place = beginning('request', id);
  return services.store.write(
    (tx) => submitForm(openContext({ services, tx, accountId, place }, 'script'), form, submission),
    accountId,
  );
}

function confirm(http: Http, form: Found): Promise<Response> | Response {
  if (wantsJson(http)) return http.json({ success: true });
  const { redirect_url } = form.form.data.signup;
  const redirect = redirect_url === undefined ? undefined : redirectTo(redirect_url, 303);
  return redirect ?? confirmationPage(form);
}

/** Whether a client asks for JSON. Browsers that submit a form ask for HTML. */
function wantsJson(http: Http): boolean {
  const accept = http.req.header('accept') ?? '';
  return accept.includes('json') && !accept.includes('text/html');
}
