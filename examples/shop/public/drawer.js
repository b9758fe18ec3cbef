// The drawer: lists each command of the page script and each call of the shop's backend. The list is kept in the tab's
// storage, so it continues across pages.

const KEY = 'shop_drawer';
const MAX_ENTRIES = 60;
const STATES = { ok: 'answered', failed: 'failed', sent: 'sent', held: 'waits for consent' };

export const byId = (id) => document.getElementById(id);

/** The data that the server has written into the page. */
export const page = JSON.parse(byId('page').textContent);

/** The data kept for the tab: `seen` has the ids of the backend calls that were listed, even if cleared since. */
export const stored = { entries: [], seen: [], isOpen: false, visitor: '', email: page.email };
try {
  Object.assign(stored, JSON.parse(sessionStorage.getItem(KEY)));
} catch {
  // Without storage, the list starts over on each page.
}

export function store() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // As above.
  }
}

/** Adds an entry to the list, or updates an existing one. */
export function show(entry) {
  if (!stored.entries.includes(entry)) {
    const time = new Date().toLocaleTimeString([], { hour12: false });
    stored.entries = [...stored.entries, Object.assign(entry, { time })].slice(-MAX_ENTRIES);
  }
  draw();
}

/** Writes a value as JavaScript. */
export const literal = (value) => JSON.stringify(value, null, 2).replaceAll(/"(\w+)":/g, '$1:');

/** Draws the list, the newest entry first, and stores it. */
function draw() {
  store();
  const { entries } = stored;
  byId('call-count').textContent = entries.length;
  byId('no-calls').hidden = entries.length > 0;
  byId('clear-calls').hidden = entries.length === 0;
  byId('calls').replaceChildren(...entries.toReversed().map(itemOf));
}

function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

function itemOf({ from, title, code, time, state, answer, requests = [], subscriber }) {
  const item = element(
    'li',
    `call ${state}`,
    element(
      'div',
      'row',
      element('b', `from ${from}`, from === 'browser' ? 'Browser' : 'Backend'),
      element('strong', '', title),
      element('span', 'state', STATES[state]),
      element('time', '', time),
    ),
    codeOf(code),
  );
  for (const request of requests) {
    const [method] = request.split(' ');
    const rest = request.slice(method.length);
    item.append(element('div', 'request', element('code', '', element('b', method, method), rest)));
  }
  if (answer !== undefined) {
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2);
    item.append(element('p', 'quiet', 'Answer'), codeOf(text));
  }
  if (subscriber) {
    const links = [
      linkTo('Subscriber', 'subscribers', subscriber),
      linkTo('Latest trace', 'trace', subscriber),
    ];
    item.append(element('div', 'row', ...links));
  }
  return item;
}

/** A link to a subscriber's page in the inspector. */
function linkTo(text, part, subscriber) {
  const link = element('a', '', text);
  const account = encodeURIComponent(page.accountId);
  link.href = `${page.baseUrl}/_inspector/${part}/${encodeURIComponent(subscriber)}?account=${account}`;
  return link;
}

function codeOf(text) {
  const pre = element('pre', '', element('code', '', text));
  pre.tabIndex = 0; // long code scrolls
  return pre;
}

/** Adds the backend's calls since the last page. */
function addBackendCalls() {
  for (const { id, method, args, isOk, answer = 'no content', requests } of page.calls) {
    if (stored.seen.includes(id)) continue;
    stored.seen = [...stored.seen, id].slice(-MAX_ENTRIES);
    show({
      from: 'backend',
      title: method,
      code: `await client.${method}(${args.map(literal).join(', ')});`,
      state: isOk ? 'ok' : 'failed',
      ...{ answer, requests, subscriber: answer.email && answer.id },
    });
  }
}

function setOpen(isOpen) {
  stored.isOpen = isOpen;
  byId('drawer').hidden = !isOpen;
  byId('drawer-button').setAttribute('aria-expanded', isOpen);
  document.body.classList.toggle('with-drawer', isOpen);
  store();
}

function close() {
  setOpen(false);
  byId('drawer-button').focus();
}

/** Starts the drawer, and fills it. */
export function startDrawer() {
  byId('drawer-button').hidden = false;
  byId('drawer-button').onclick = () => {
    setOpen(!stored.isOpen);
    if (stored.isOpen) byId('drawer-close').focus();
  };
  byId('drawer-close').onclick = close;
  byId('drawer').onkeydown = ({ key }) => {
    if (key === 'Escape') close();
  };
  byId('clear-calls').onclick = () => {
    stored.entries = [];
    draw();
    byId('drawer-close').focus();
  };
  setOpen(stored.isOpen);
  addBackendCalls();
  draw();
}
