import { element } from './element.ts';

/*
 * Written as it is served. What is newer than 2020 (`inset`, `gap` in rows, logical shorthands) is not used, but
 * for `:focus-visible`: browsers without it drop the rule and show their own ring.
 */

const common =
  '.w{all:initial;display:block;font-family:system-ui,sans-serif;line-height:1.4;color:#222;color-scheme:light;word-break:break-word}' +
  '.w *{box-sizing:border-box}' +
  '.p{background:#fff;color:#222;border:1px solid #767676;border-radius:.5em;overflow:auto;padding:0}' +
  '.h{display:flex;position:sticky;top:0;background:var(--p);color:var(--h);border-bottom:1px solid var(--b)}' +
  'h2{flex:1;min-width:0;margin:0;padding:.7em .9em;font-size:1.2em;line-height:1.25}' +
  'form,.p>[role]{padding:.9em 1.1em 1.2em}' +
  'p{margin:.5em 0;white-space:pre-line}' +
  'div>label{display:block;margin-top:.6em;font-weight:600}' +
  'input,select,textarea,button{font:inherit;color:inherit;min-height:44px;border:1px solid #767676;border-radius:.3em;padding:.4em .7em}' +
  'input,select,textarea{display:block;width:100%;margin-top:.25em;background:#fff}' +
  '::placeholder{color:#666;opacity:1}' +
  '.k{display:flex;align-items:center;min-height:44px;margin-top:.4em}' +
  '.k *{flex:none;width:1.5em;height:1.5em;min-height:0;margin:0 .5em 0 0}' +
  '.k span{flex:1;height:auto}' +
  '[aria-invalid]{border:2px solid #b00020}' +
  '.trickle-error{display:block;margin-top:.2em;color:#b00020}' +
  'button{cursor:pointer;border-color:var(--b);background:var(--p);color:var(--t)}' +
  '.s{width:100%;margin-top:1em;font-weight:600}' +
  '[aria-busy] .s{opacity:.6}' +
  '.x{width:44px;padding:0;background:none;border:0;color:inherit;font-size:1.5em}' +
  ':focus-visible{outline:3px solid #1a56db;outline-offset:2px}' +
  '.x:focus-visible,.t:focus-visible{outline-color:currentColor;outline-offset:-5px}' +
  '[tabindex]:focus{outline:0}';

const floating =
  '.p{width:23em;max-width:calc(100vw - 2em);max-height:80vh;box-shadow:0 .3em 2em rgba(0,0,0,.3)}' +
  'div.p,.t{position:fixed}' +
  '.t{color:var(--h);padding:.5em 1.1em;max-width:calc(100vw - 2em);max-height:80vh;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-weight:600}' +
  '@media(prefers-reduced-motion:no-preference){.p{animation:i .2s}@keyframes i{from{opacity:0}}}';

const lightbox =
  '.p::backdrop{background:rgba(0,0,0,.5)}dialog{margin:auto}div.p{top:10vh;left:50%;transform:translateX(-50%)}';

const side = (edge: string, corners: string, turn: string): string =>
  `div.p,.t{top:50%;${edge}:0;transform:translateY(-50%);border-radius:${corners}}` +
  `.t{writing-mode:vertical-rl;padding:1.1em .5em;${turn}}`;

const bottom = (edge: string): string =>
  `div.p,.t{bottom:0;${edge}:1em;border-bottom:0;border-radius:.5em .5em 0 0}`;

const TURNED = 'transform:translateY(-50%) rotate(180deg);border-radius:.5em 0 0 .5em';

/** The styles of a form by where it is shown. */
export function stylesFor(orientation: string): string {
  const [, where, edge = ''] = /^(\w+?)_(\w+)_tab$/.exec(orientation) ?? [];
  if (orientation === 'embedded') return `:host{all:initial!important;display:block!important}${common}`;
  const shape =
    where === 'bottom'
      ? bottom(edge)
      : where
        ? side(edge, edge === 'left' ? '0 .5em .5em 0' : '.5em 0 0 .5em', edge === 'left' ? TURNED : '')
        : lightbox;
  return `:host{all:initial!important;position:fixed!important;z-index:2147483647!important}${common}${floating}${shape}`;
}

/** Gives a shadow root its styles, whatever the page's policy forbids and the browser lacks. */
export function adopt(root: ShadowRoot, css: string, nonce: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  } catch {
    const style = element('style', { nonce }, css);
    root.append(style);
  }
}
