// Runs the demo page: pushes commands, shows the code that does so, and lists what the callbacks received.
const { account, host } = /** @type {HTMLElement} */ (document.querySelector('main')).dataset;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const email = /** @type {HTMLInputElement} */ (byId('email'));
const tag = /** @type {HTMLInputElement} */ (byId('tag'));

/** @param {string} text */
const quote = (text) => `'${text.replace(/['\\]/g, '\\$&')}'`;

/**
 * @param {string} name
 * @param {{ success: boolean }} response
 */
function log(name, response) {
  byId('none').hidden = true;
  const outcome = response.success ? 'success' : 'failure';
  const head = document.createElement('div');
  for (const [element = '', text = ''] of [
    ['strong', outcome],
    ['span', name],
    ['time', new Date().toLocaleTimeString()],
  ]) {
    head.appendChild(document.createElement(element)).textContent = text;
  }
  const item = document.createElement('li');
  item.className = outcome;
  item.append(head);
  item.appendChild(document.createElement('pre')).textContent = JSON.stringify(response, null, 2);
  byId('log').prepend(item);
}

/**
 * Callbacks that write to the log.
 * @param {string} name
 */
const callbacks = (name) => ({
  /** @param {{ success: boolean }} response */
  success: (response) => log(name, response),
  /** @param {{ success: boolean }} response */
  failure: (response) => log(name, response),
});

/**
 * @param {string} action
 * @param {Record<string, string>} properties
 */
const track = (action, properties) =>
  window._dcq?.push(['track', action, { ...properties, ...callbacks(`track ${quote(action)}`) }]);

// Commands may be pushed before the script has loaded, as this one is.
track('Opened the demo page', {});

byId('identify').onsubmit = (event) => {
  event.preventDefault();
  const tags = tag.value ? { tags: [tag.value] } : {};
  window._dcq?.push(['identify', { email: email.value, ...tags, ...callbacks('identify') }]);
};
byId('track').onsubmit = (event) => {
  event.preventDefault();
  track('Viewed pricing', { plan: 'pro' });
};

/** Shows the code that the form runs. */
function show() {
  const tags = tag.value ? `\n  tags: [${quote(tag.value)}],` : '';
  byId('identify-code').textContent =
    `_dcq.push(['identify', {\n  email: ${quote(email.value)},${tags}\n  success: log,\n  failure: log,\n}]);`;
  const path = `/v2/${account}/subscribers/${encodeURIComponent(email.value)}`;
  byId('curl').textContent = `curl -u 'YOUR_API_TOKEN:' '${host}${path}'`;
}
email.oninput = show;
tag.oninput = show;
show();
byId('track-code').textContent =
  `_dcq.push(['track', 'Viewed pricing', {\n  plan: 'pro',\n  success: log,\n  failure: log,\n}]);`;
const snippet = [...document.head.querySelectorAll('script')].map((script) => script.outerHTML);
byId('snippet').textContent = snippet.join('\n').replace('async=""', 'async');
