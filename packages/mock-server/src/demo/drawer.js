// The drawer of the demo shop: lists each command of the page script and each call of the shop's backend. The list is
// kept in the tab's storage, so that it goes on from page to page.

/**
 * @typedef {object} Entry
 * @property {'browser' | 'backend'} from
 * @property {string} title
 * @property {string} code
 * @property {string} time
 * @property {'ok' | 'failed' | 'sent' | 'held'} state
 * @property {unknown} [answer]
 * @property {readonly string[]} [requestIds]
 * @property {string | undefined} [subscriberId]
 */
/**
 * @typedef {object} Stored
 * @property {string} session
 * @property {number} number
 * @property {Entry[]} entries
 * @property {boolean} open
 * @property {string} visitor
 * @property {string} identified
 */

const KEY = 'trickle_demo_drawer';
const MAX_ENTRIES = 60;
const STATES = { ok: 'answered', failed: 'failed', sent: 'sent', held: 'waits for consent' };

/** @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const { root } = /** @type {{ root: string }} */ (/** @type {unknown} */ (byId('main').dataset));

/** @type {Stored} */
export const stored = { session: '', number: 0, entries: [], open: false, visitor: '', identified: '' };
try {
  Object.assign(stored, JSON.parse(sessionStorage.getItem(KEY) ?? '{}'));
} catch {
  // Without storage the list starts anew on each page.
}

export function store() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // As above.
  }
}

/**
 * Adds an entry to the list, or shows the changes of one that is there.
 * @param {Entry} entry
 */
export function show(entry) {
  if (!stored.entries.includes(entry)) stored.entries = [...stored.entries, entry].slice(-MAX_ENTRIES);
  draw();
}

/** Draws the list, the newest entry first, and stores it. */
function draw() {
  store();
  const { entries } = stored;
  byId('call-count').textContent = String(entries.length);
  byId('no-calls').hidden = entries.length > 0;
  byId('clear-calls').hidden = entries.length === 0;
  byId('calls').replaceChildren(...entries.toReversed().map(itemOf));
}

/**
 * @param {keyof HTMLElementTagNameMap} name
 * @param {string} className
 * @param {string} text
 */
function element(name, className, text = '') {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

/** @param {Entry} entry */
function itemOf({ from, title, code, time, state, answer, requestIds = [], subscriberId }) {
  const item = element('li', `call ${state}`);
  const head = element('div', 'call-head');
  head.append(
    element('b', `from ${from}`, from === 'browser' ? 'Browser' : 'Backend'),
    element('span', 'call-title', title),
    element('span', 'state', STATES[state]),
    element('time', '', time),
  );
  item.append(head, codeOf(code));
  if (answer !== undefined) {
    const details = element('details', '');
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2);
    details.append(element('summary', '', 'Answer'), codeOf(text));
    item.append(details);
  }
  const links = element('p', 'links');
  for (const id of requestIds) links.append(linkTo(`requests/${id}`, `Request ${id.slice(0, 8)}`));
  if (subscriberId) links.append(linkTo(`subscribers/${subscriberId}`, 'Subscriber'));
  if (links.childElementCount > 0) item.append(links);
  return item;
}

/** @param {string} text */
function codeOf(text) {
  const pre = element('pre', '');
  pre.tabIndex = 0; // long lines scroll
  pre.append(element('code', '', text));
  return pre;
}

/**
 * A link into the inspector.
 * @param {string} path
 * @param {string} text
 */
function linkTo(path, text) {
  const link = /** @type {HTMLAnchorElement} */ (element('a', '', text));
  link.href = `${root}/_inspector/${path.split('/').map(encodeURIComponent).join('/')}`;
  return link;
}

/** The time of day, as the list shows it. */
export const timeNow = () => new Date().toLocaleTimeString([], { hour12: false });

/** Adds the backend's calls since the last page. */
function addBackendCalls() {
  const { session, calls } = JSON.parse(byId('backend-calls').textContent ?? '{}');
  if (stored.session !== session && calls.length > 0) Object.assign(stored, { session, number: 0 });
  for (const { number, method, code, isOk, answer, requestIds, subscriberId } of calls) {
    if (number <= stored.number) continue;
    const state = isOk ? 'ok' : 'failed';
    const shown = answer ?? 'no content';
    show({
      from: 'backend',
      title: method,
      code,
      time: timeNow(),
      state,
      answer: shown,
      requestIds,
      subscriberId,
    });
    stored.number = number;
  }
}

/** @param {boolean} isOpen */
function setOpen(isOpen) {
  stored.open = isOpen;
  byId('drawer').hidden = !isOpen;
  byId('drawer-button').setAttribute('aria-expanded', String(isOpen));
  document.body.classList.toggle('with-drawer', isOpen);
  store();
}

function close() {
  setOpen(false);
  byId('drawer-button').focus();
}

const tabs = ['calls', 'try'];

/** @param {string} name */
function choose(name) {
  for (const one of tabs) {
    const tab = byId(`tab-${one}`);
    tab.setAttribute('aria-selected', String(one === name));
    tab.tabIndex = one === name ? 0 : -1;
    byId(`panel-${one}`).hidden = one !== name;
  }
}

/** Makes the drawer work, and fills it. */
export function startDrawer() {
  byId('drawer-button').hidden = false;
  byId('drawer-button').onclick = () => {
    setOpen(!stored.open);
    if (stored.open) byId('drawer-close').focus();
  };
  byId('drawer-close').onclick = close;
  byId('drawer').onkeydown = ({ key }) => {
    if (key === 'Escape') close();
  };
  byId('clear-calls').onclick = () => {
    stored.entries = [];
    draw();
    byId('tab-calls').focus();
  };
  for (const name of tabs) {
    byId(`tab-${name}`).onclick = () => choose(name);
    byId(`tab-${name}`).onkeydown = ({ key }) => {
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
      const other = name === 'calls' ? 'try' : 'calls';
      choose(other);
      byId(`tab-${other}`).focus();
    };
  }
  setOpen(stored.open);
  addBackendCalls();
  draw();
}
