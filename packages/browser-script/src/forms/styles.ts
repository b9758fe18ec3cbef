import type { FormDefinition } from './definition.ts';
import { element } from './element.ts';

/*
 * Minified by hand. It uses no CSS newer than 2020 (`inset`, `gap` in rows, logical shorthands) except `:focus-visible`,
 * `accent-color` and `translate`: browsers without them ignore the rule and show their own style. The wrapper of a floating
 * form has the class `f` and the words of the orientation as classes: `.bottom.left.tab`, `.lightbox`. Rules that not all
 * forms need, such as those of tabs, come with the form: see `look.ts` of the server.
 */
const CSS_TEXT =
  // A place of the page passes its own styles on.
  'section{all:initial;display:block;font:medium/1.5 var(--f);word-break:break-word;--z:calc(1em*var(--s))}' +
  '*{box-sizing:border-box}' +
  '.p,input,select,textarea,button{color:var(--i);background:var(--g);border:1px solid #868c98;border-radius:var(--r)}' +
  '.p{padding:0;border-color:rgba(134,140,152,.4);border-radius:calc(1.5*var(--r));overflow:auto;scroll-padding:4em 0}' +
  'form,.p>[role]{padding:var(--z) calc(1.4*var(--z)) calc(1.4*var(--z))}' +
  ':host(trickle-form){all:initial!important;display:contents!important}' +
  'p,::placeholder{margin:0;white-space:pre-line;color:var(--q);opacity:1}' +
  'p[role]{min-height:1.5em}' +
  'form>div{margin-top:var(--z)}' +
  'label,.trickle-error,p[role]{font-size:.875em}' +
  'div>label{font-weight:600;opacity:var(--o)}' +
  'input,select,textarea,button{width:100%;min-height:44px;margin-top:.4em;padding:.5em .75em;font:inherit}' +
  'button{cursor:pointer}' +
  'button:hover{box-shadow:0 0 0 2px var(--b)}' +
  'button:active{box-shadow:0 0 0 4px var(--b)}' +
  '.trickle-error{display:block;margin-top:.4em;color:var(--a)}' +
  ':focus-visible{outline:2px solid;outline-offset:-2px}' +
  '[aria-invalid]{border:2px solid var(--a);outline-color:var(--a)}' +
  '[tabindex]:focus{outline:0}' +
  '.s,.t{border-color:var(--b);background:var(--p);color:var(--t);font-weight:600;outline-offset:-5px}' +
  '[aria-disabled]{opacity:.6}' +
  '.x{display:none;position:sticky;top:.5em;width:44px;margin:.5em;margin-inline-start:auto;margin-bottom:-44px;padding:0;border:0;font-size:1.5em}' +
  // The confirmation, below a check mark.
  '.p>[role]{display:flex;flex-direction:column;align-items:center;justify-content:center;text-align:center}' +
  '.p>[role]::before{content:"";padding:.7em .3em;margin-bottom:1em;border:solid var(--b);border-width:0 .3em .3em 0;transform:rotate(45deg)}' +
  '.f,.f>*{position:fixed;z-index:2147483647}' +
  '.f .x{display:block}' +
  '.f>*{max-width:92vw;max-height:85vh;box-shadow:0 .5em 2em rgba(0,0,0,.2)}' +
  '.f>.p{width:24em;overscroll-behavior:contain}' +
  '@media print{.f{display:none}}';

/** Adds the styles to a shadow root, also in browsers without constructible style sheets and under a strict policy. */
export function applyStyles(root: ShadowRoot, { css }: FormDefinition, nonce: string | undefined): void {
  const text = CSS_TEXT + css;
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.append(element('style', { nonce: nonce ?? '' }, text));
  }
}
