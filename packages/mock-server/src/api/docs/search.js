// Shows the operations that hold every word of the search. The page is whole without it.
const box = document.querySelector('search');
const input = /** @type {HTMLInputElement} */ (document.getElementById('search'));
const found = /** @type {HTMLElement} */ (document.getElementById('found'));
const articles = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-search]')]);

/** @param {string} text */
function show(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const article of articles) {
    const isFound = words.every((word) => article.dataset.search?.includes(word));
    article.hidden = !isFound;
    if (isFound) count++;
    const entry = document.querySelector(`nav [data-for="${article.id}"]`);
    entry?.toggleAttribute('hidden', !isFound);
  }
  document.body.classList.toggle('searching', words.length > 0);
  for (const section of document.querySelectorAll('main > section')) {
    const isEmpty = words.length > 0 && !section.querySelector('[data-search]:not([hidden])');
    section.toggleAttribute('hidden', isEmpty);
    document.querySelector(`nav [data-tag="${section.id}"]`)?.toggleAttribute('hidden', isEmpty);
  }
  found.textContent = words.length === 0 ? '' : `${count} of ${articles.length}`;
}

input.addEventListener('input', () => show(input.value));
input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    input.value = '';
    show('');
  }
  if (event.key !== 'Enter') return;
  const first = articles.find((article) => !article.hidden)?.querySelector('h3');
  first?.focus();
  first?.scrollIntoView();
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});
// A link within the page leads to what a search may have hidden.
addEventListener('hashchange', () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.closest('[hidden]')) return;
  input.value = '';
  show('');
  target.scrollIntoView();
});
box?.removeAttribute('hidden');
