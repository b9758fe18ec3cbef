// The shop's own script: tells the page script what visitors do, and shows each command in the drawer.
import { byId, show, startDrawer, store, stored, timeNow } from './drawer.js';

const main = byId('main');
const page = /** @type {Record<string, string>} */ (/** @type {unknown} */ (main.dataset));

/**
 * Writes a value as a JavaScript literal.
 * @param {unknown} value
 * @returns {string}
 */
const literal = (value) => {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${name}: ${literal(one)}`)
    .join(', ')} }`;
};

/**
 * The code of a command, as the page runs it.
 * @param {string} name
 * @param {string | undefined} action
 * @param {Record<string, unknown>} properties
 */
function codeOf(name, action, properties) {
  const before = action === undefined ? literal(name) : `${literal(name)}, ${literal(action)}`;
  const members = Object.entries(properties).map(([key, value]) => `  ${key}: ${literal(value)},\n`);
  return `_dcq.push([${before}, {\n${members.join('')}}]);`;
}

/**
 * Pushes a command for the page script and shows it with what its callbacks receive.
 * @param {'identify' | 'track' | 'subscribe' | 'unsubscribe'} name
 * @param {string | undefined} action The action of `track`.
 * @param {Record<string, unknown>} properties
 * @param {() => void} [then] Runs when the command has succeeded.
 */
function run(name, action, properties, then) {
  const entry = {
    from: /** @type {const} */ ('browser'),
    title: action === undefined ? name : `track '${action}'`,
    code: codeOf(name, action, properties),
    time: timeNow(),
    state: /** @type {'ok' | 'failed' | 'sent' | 'held'} */ (page.consent === 'granted' ? 'sent' : 'held'),
    answer: /** @type {unknown} */ (undefined),
  };
  show(entry);
  /** @param {{ success: boolean, visitor_uuid: string }} response */
  const answered = (response) => {
    Object.assign(entry, { answer: response, state: response.success ? 'ok' : 'failed' });
    remember(response.visitor_uuid);
    show(entry);
    if (response.success) then?.();
    if (response.success) void trace(entry, response.visitor_uuid);
  };
  const given = { ...properties, success: answered, failure: answered };
  // One type for each command is more than this page needs.
  const command = /** @type {any} */ (action === undefined ? [name, given] : [name, action, given]);
  window._dcq?.push(command);
}

/**
 * Adds the links into the inspector to an entry.
 * @param {import('./drawer.js').Entry} entry
 * @param {string} visitor
 */
async function trace(entry, visitor) {
  const response = await fetch(`${page.root}/demo/api/visitors/${encodeURIComponent(visitor)}`);
  if (!response.ok) return;
  const { requestId, subscriberId } = await response.json();
  Object.assign(entry, { requestIds: requestId === undefined ? [] : [requestId], subscriberId });
  show(entry);
}

/**
 * Puts the visitor into the forms of the backend, which passes it on when the visitor signs in.
 * @param {string} visitor
 */
function remember(visitor) {
  stored.visitor = visitor || stored.visitor;
  store();
  for (const input of document.querySelectorAll('input[name=visitor]')) {
    /** @type {HTMLInputElement} */ (input).value = stored.visitor;
  }
}

/** Tracks what this page shows. */
function trackPage() {
  if (page.page === 'product') {
    run('track', 'Viewed a product', {
      product_id: page.product,
      name: page.name,
      categories: [page.category],
      price: Number(page.price),
    });
  }
  if (page.page === 'checkout') {
    run('track', 'Started checkout', { total: Number(byId('checkout').dataset.total) });
  }
  if (page.page === 'account' && page.email && stored.identified !== page.email) {
    stored.identified = page.email;
    run('identify', undefined, { email: page.email });
  }
}

function trackForms() {
  for (const form of document.querySelectorAll('form.add')) {
    const { product, name, price } = /** @type {HTMLElement} */ (form).dataset;
    form.addEventListener('submit', () =>
      run('track', 'Added to cart', { product_id: product, name, price: Number(price) }),
    );
  }
  document.addEventListener('submitted.drip', (event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    show({
      from: 'browser',
      title: 'form submitted',
      code: `<form data-drip-embedded-form="${detail.form_id}"> … </form>`,
      time: timeNow(),
      state: 'ok',
      answer: detail,
    });
  });
  const unsubscribe = document.getElementById('unsubscribe');
  unsubscribe?.addEventListener('click', () => {
    const campaign = page.campaign === undefined ? {} : { campaign_id: page.campaign };
    run('unsubscribe', undefined, { email: page.email, ...campaign }, () => {
      byId('unsubscribed').textContent = 'You will get no more letters.';
    });
  });
}

/** @param {string} choice */
async function setConsent(choice) {
  page.consent = choice;
  window._dcq?.push(['consent', choice === 'granted']);
  showConsent();
  for (const banner of document.querySelectorAll('.consent')) banner.remove();
  if (choice === 'granted') {
    for (const entry of stored.entries) if (entry.state === 'held') entry.state = 'sent';
  }
  await fetch(`${page.root}/demo/api/consent`, {
    method: 'POST',
    body: new URLSearchParams({ consent: choice }),
    redirect: 'manual',
  });
}

function showConsent() {
  const texts = /** @type {Record<string, string>} */ ({
    granted: 'Granted: commands are sent at once.',
    denied: 'Denied: commands wait, and nothing is stored or sent.',
    pending: 'Not asked yet: commands wait, and nothing is stored or sent.',
  });
  byId('consent-state').textContent = texts[page.consent ?? 'pending'] ?? '';
}

function startConsent() {
  showConsent();
  document.querySelector('.consent form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    const { submitter } = /** @type {SubmitEvent} */ (event);
    void setConsent(/** @type {HTMLButtonElement} */ (submitter).value);
    main.focus();
  });
  for (const button of document.querySelectorAll('button[data-consent]')) {
    const { consent = '' } = /** @type {HTMLElement} */ (button).dataset;
    button.addEventListener('click', () => void setConsent(consent));
  }
}

/** The tab in which commands are sent by hand. */
function startTrying() {
  const email = /** @type {HTMLInputElement} */ (byId('email'));
  const tag = /** @type {HTMLInputElement} */ (byId('tag'));
  const given = () => ({ email: email.value, ...(tag.value && { tags: [tag.value] }) });
  const showCode = () => {
    byId('identify-code').textContent = codeOf('identify', undefined, given());
    const path = `/v2/${page.account}/subscribers/${encodeURIComponent(email.value)}`;
    byId('curl').textContent = `curl -u 'YOUR_API_TOKEN:' '${page.host}${path}'`;
  };
  email.oninput = showCode;
  tag.oninput = showCode;
  showCode();
  byId('track-code').textContent = codeOf('track', 'Viewed pricing', { plan: 'pro' });
  byId('identify').onsubmit = (event) => {
    event.preventDefault();
    run('identify', undefined, given());
  };
  byId('track').onsubmit = (event) => {
    event.preventDefault();
    run('track', 'Viewed pricing', { plan: 'pro' });
  };
}

startDrawer();
startConsent();
startTrying();
remember('');
trackForms();
trackPage();
