// The shop's own script: reports visitor actions to the page script, and shows each command in the drawer.
import { byId, literal, page, show, startDrawer, store, stored } from './drawer.js';

const CONSENT = {
  granted: 'Granted: commands are sent at once.',
  denied: 'Denied: commands wait, and nothing is stored or sent.',
  pending: 'Not asked yet: commands wait, and nothing is stored or sent.',
};

/** A command as code. The last part is an object. */
const codeOf = (parts) => `_dcq.push([${parts.map(literal).join(', ')}]);`;

/** Pushes a command for the page script and shows it with what its callbacks receive. The last part is an object. */
function run(parts, then) {
  const state = page.consent === 'granted' ? 'sent' : 'held';
  const title = parts[0] === 'track' ? `track '${parts[1]}'` : parts[0];
  const entry = { from: 'browser', title, code: codeOf(parts), state };
  show(entry);
  const properties = parts.at(-1);
  const answered = (response) => {
    if (response.success && properties.email) stored.email = properties.email;
    const subscriber = response.anonymous ? undefined : stored.email;
    Object.assign(entry, { answer: response, state: response.success ? 'ok' : 'failed', subscriber });
    rememberVisitor(response.visitor_uuid);
    show(entry);
    if (response.success) then?.();
  };
  _dcq.push([...parts.slice(0, -1), { ...properties, success: answered, failure: answered }]);
}

/** Adds the visitor id to the forms; the backend passes it on at sign-in. */
function rememberVisitor(visitor) {
  stored.visitor = visitor || stored.visitor;
  store();
  for (const input of document.querySelectorAll('input[name=visitor]')) input.value = stored.visitor;
}

function trackForms() {
  for (const form of document.querySelectorAll('form.add')) {
    const { product, name, price } = form.dataset;
    form.addEventListener('submit', () =>
      run(['track', 'Added to cart', { product_id: product, name, price: Number(price) }]),
    );
  }
  document.addEventListener('submitted.drip', ({ detail }) => {
    const code = `<form data-drip-embedded-form="${detail.form_id}"> … </form>`;
    show({ from: 'browser', title: 'form submitted', code, state: 'ok', answer: detail });
  });
  byId('unsubscribe')?.addEventListener('click', () =>
    run(['unsubscribe', { email: page.email, campaign_id: page.campaignId }], () => {
      byId('unsubscribed').textContent = 'You will get no more newsletters.';
    }),
  );
  // Ignore the second click of a double click: the first has placed the order.
  byId('checkout')?.addEventListener('submit', (event) => {
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = 'yes';
  });
}

async function setConsent(consent) {
  page.consent = consent;
  _dcq.push(['consent', consent === 'granted']);
  byId('consent-state').textContent = CONSENT[consent];
  document.querySelector('.consent')?.remove();
  for (const entry of stored.entries) {
    if (consent === 'granted' && entry.state === 'held') entry.state = 'sent';
  }
  await fetch('/api/consent', { method: 'POST', body: new URLSearchParams({ consent }), redirect: 'manual' });
}

function startConsent() {
  byId('consent-state').textContent = CONSENT[page.consent];
  document.querySelector('.consent form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    void setConsent(event.submitter.value);
    byId('main').focus();
  });
  for (const button of document.querySelectorAll('button[data-consent]')) {
    button.addEventListener('click', () => void setConsent(button.dataset.consent));
  }
}

/** The forms for trying commands by hand. */
function startTrying() {
  const identify = () => {
    const [email, tag] = [byId('email').value, byId('tag').value];
    return ['identify', { email, ...(tag && { tags: [tag] }) }];
  };
  const track = ['track', 'Viewed pricing', { plan: 'pro' }];
  const showCode = () => {
    byId('identify-code').textContent = codeOf(identify());
  };
  byId('identify').oninput = showCode;
  showCode();
  byId('track-code').textContent = codeOf(track);
  for (const [id, command] of Object.entries({ identify, track: () => track })) {
    byId(id).onsubmit = (event) => {
      event.preventDefault();
      run(command());
    };
  }
}

startDrawer();
startConsent();
startTrying();
rememberVisitor('');
trackForms();
if (page.track) run(['track', ...page.track]);
if (page.email && stored.identified !== page.email) {
  stored.identified = page.email;
  run(['identify', { email: page.email }]);
}
