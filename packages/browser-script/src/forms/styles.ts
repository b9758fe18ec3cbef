import { element } from './element.ts';

/*
 * Written as it is served. What is newer than 2020 (`inset`, `gap` in rows, logical shorthands) is not used, but
 * for `:focus-visible`: browsers without it drop the rule and show their own ring. The wrapper has the words of
 * the orientation as classes: `.bottom.left.tab`, `.lightbox`, `.embedded`.
 */
const CSS_TEXT =
  ':host{all:initial!important;display:block!important}' +
  ':host(.trickle-floating){position:fixed!important;z-index:2147483647!important}' +
  '.w{all:initial;display:block;font-family:system-ui,sans-serif;line-height:1.4;color:#222;color-scheme:light;word-break:break-word}' +
  '.w *{box-sizing:border-box}' +
  '.p{background:#fff;color:#222;border:1px solid #767676;border-radius:.5em;overflow:auto;scroll-padding-top:8em;padding:0}' +
  '.h{display:flex;position:sticky;top:0;background:var(--p);color:var(--h);border-bottom:1px solid var(--b)}' +
  'h2{flex:1;margin:0;padding:.7em .9em;font-size:1.2em;line-height:1.25}' +
  'form,.p>[role]{padding:.9em 1.1em 1.2em}' +
  'p{margin:.5em 0;white-space:pre-line}' +
  'p[role]{min-height:1.4em}' +
  'form>div{margin-top:.6em}' +
  'div>label{display:block;font-weight:600;opacity:var(--o)}' +
  'input,select,textarea,button{font:inherit;color:inherit;min-width:44px;min-height:44px;border:1px solid #767676;border-radius:.3em;padding:.4em .7em}' +
  'input,select,textarea{display:block;width:100%;margin-top:.25em;background:#fff}' +
  '::placeholder{color:#666;opacity:1}' +
  '.k{display:flex;align-items:center;min-height:44px;margin-top:.4em}' +
  '.k *{flex:none;width:1.5em;height:1.5em;min-width:0;min-height:0;margin:0;margin-inline-end:.5em}' +
  '.k span{flex:1;height:auto}' +
  '[aria-invalid]{border:2px solid #b00020}' +
  '.trickle-error{display:block;margin-top:.2em;color:#b00020}' +
  'button{cursor:pointer;border-color:var(--b);background:var(--p);color:var(--t);font-weight:600}' +
  '.s{width:100%}' +
  '[aria-disabled]{cursor:progress;opacity:.6}' +
  '.x{padding:0;background:none;border:0;color:inherit;font-size:1.5em}' +
  ':focus-visible{outline:3px solid #1a56db;outline-offset:2px}' +
  '.x:focus-visible,.t:focus-visible{outline-color:currentColor;outline-offset:-5px}' +
  '[tabindex]:focus{outline:0}' +
  ':not(.embedded)>*{max-width:calc(100vw - 2em);max-height:80vh;max-height:90dvh}' +
  ':not(.embedded)>.p{width:23em;box-shadow:0 .3em 2em rgba(0,0,0,.3)}' +
  '.t{color:var(--h);padding:.5em 1.1em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;box-shadow:0 0 0 1px rgba(255,255,255,.5)}' +
  '.p::backdrop{background:rgba(0,0,0,.5)}' +
  'dialog{margin:auto}' +
  '.tab>*,.lightbox>div{position:fixed}' +
  '.lightbox>div{top:5vh;left:50%;transform:translateX(-50%)}' +
  '.left>*{left:0;border-radius:0 .5em .5em 0}' +
  '.right>*{right:0;border-radius:.5em 0 0 .5em}' +
  '.bottom>*{bottom:0;margin:0 1em;border-bottom:0;border-radius:.5em .5em 0 0}' +
  '.side>*{top:50%;transform:translateY(-50%)}' +
  '.side>.t{writing-mode:vertical-rl;padding:1.1em .5em}' +
  '.side.left>.t{transform:translateY(-50%) rotate(180deg);border-radius:.5em 0 0 .5em}' +
  '@media(prefers-reduced-motion:no-preference){:not(.embedded)>.p{animation:i .2s}@keyframes i{from{opacity:0}}}';

/** Gives a shadow root its styles, whatever the page's policy forbids and the browser lacks. */
export function adopt(root: ShadowRoot, nonce: string | undefined): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS_TEXT);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.append(element('style', { nonce: nonce ?? '' }, CSS_TEXT));
  }
}
