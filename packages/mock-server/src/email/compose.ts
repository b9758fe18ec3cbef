import { escapeHtml } from '../values/escape-html.ts';
import type { HtmlTools } from './html-tools.ts';
import { isTrackable, replaceUrls } from './links.ts';
import type { CompiledTemplate, Scope, TemplateClock, TemplateEngine } from './liquid.ts';

/** An email as its author writes it, with Liquid in all parts. */
export interface EmailTemplate {
  readonly subject: string;
  readonly html_body: string;
  readonly text_body: string;
}

/** An email as it is sent. */
export interface Composed {
  readonly subject: string;
  /** Empty when the author wrote text only. */
  readonly html: string;
  readonly text: string;
}

/** An email's template, read. */
export interface CompiledEmail {
  readonly subject: CompiledTemplate;
  readonly html: CompiledTemplate;
  readonly text: CompiledTemplate;
  /** The shortcodes of the content that it wants; `all` where it computes them. */
  readonly shortcodes: ReadonlySet<string> | 'all';
  readonly hasPostalAddress: Parts;
  readonly hasUnsubscribe: Parts;
}

/** Which parts bring something by themselves. */
interface Parts {
  readonly html: boolean;
  readonly text: boolean;
}

/** The addresses that an email to one person leads to. */
export interface MailUrls {
  /** Of the image that tells of an opening. */
  readonly open: string;
  readonly unsubscribe: string;
  /** The address that tells of a click and leads on to `target`. */
  click(target: string): string;
}

/** What an email is rendered with. */
export interface RenderContext {
  readonly html: HtmlTools;
  readonly scope: Scope;
  readonly clock: TemplateClock;
  readonly postalAddress: string;
  /** None where nobody can unsubscribe, as from a confirmation email. */
  readonly urls?: MailUrls | undefined;
}

/** Reads an email's template; throws `TemplateError`. */
export function compileEmail(engine: TemplateEngine, email: EmailTemplate): CompiledEmail {
  const subject = engine.compile(email.subject);
  const html = engine.compile(email.html_body);
  const text = engine.compile(email.text_body);
  const takes = (...names: string[]): Parts => ({
    html: html.paths.some(([first]) => names.includes(first ?? '')),
    text: text.paths.some(([first]) => names.includes(first ?? '')),
  });
  return {
    subject,
    html,
    text,
    shortcodes: shortcodesOf([subject, html, text]),
    hasPostalAddress: takes('postal_address', 'inline_postal_address'),
    hasUnsubscribe: takes('unsubscribe_url', 'unsubscribe_link'),
  };
}

function shortcodesOf(templates: readonly CompiledTemplate[]): ReadonlySet<string> | 'all' {
  const shortcodes = new Set<string>();
  for (const { paths } of templates) {
    for (const [first, second] of paths) {
      if (first !== 'my') continue;
      if (second === undefined || second === null) return 'all';
      shortcodes.add(second);
    }
  }
  return shortcodes;
}

/** More distinct links than these are not tracked. */
const MAX_LINKS = 1000;

/**
 * Renders an email. The postal address and a way to unsubscribe are appended where the author put them nowhere, links
 * and an image tell of clicks and openings, and the text is made from the HTML where the author wrote none.
 */
// Unspecified: U-101
export function compose(email: CompiledEmail, renderContext: RenderContext): Composed {
  const { clock, urls, postalAddress, html: tools } = renderContext;
  const inline = linesOf(postalAddress).join(', ');
  const shared = { ...renderContext.scope, unsubscribe_url: urls?.unsubscribe ?? '' };
  const html = email.html.render(
    {
      ...shared,
      postal_address: escapeHtml(postalAddress).replaceAll('\n', '<br>'),
      inline_postal_address: escapeHtml(inline),
      unsubscribe_link: urls ? anchor(urls.unsubscribe) : '',
    },
    clock,
  );
  const texts = {
    ...shared,
    postal_address: postalAddress,
    inline_postal_address: inline,
    unsubscribe_link: urls?.unsubscribe ?? '',
  };
  const written = email.text.render(texts, clock);
  const subject = email.subject.render(texts, clock).replaceAll(/\s+/g, ' ').trim();
  const whole = html.trim() === '' ? '' : tools.appendToBody(html, htmlFooter(email, inline, urls));
  const text = written.trim() === '' ? tools.textOf(whole) : withTextFooter(written, email, inline, urls);
  return urls ? { subject, ...tracked({ html: whole, text }, urls, tools) } : { subject, html: whole, text };
}

/** The lines of a postal address, without blank ones. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const anchor = (url: string) => `<a href="${escapeHtml(url)}">Unsubscribe</a>`;

function htmlFooter({ hasPostalAddress, hasUnsubscribe }: CompiledEmail, inline: string, urls?: MailUrls) {
  const lines = [
    ...(hasPostalAddress.html || inline === '' ? [] : [escapeHtml(inline)]),
    ...(hasUnsubscribe.html || !urls ? [] : [anchor(urls.unsubscribe)]),
  ];
  return lines.map((line) => `<p>${line}</p>`).join('\n');
}

function withTextFooter(text: string, email: CompiledEmail, inline: string, urls?: MailUrls): string {
  const lines = [
    ...(email.hasPostalAddress.text || inline === '' ? [] : [inline]),
    ...(email.hasUnsubscribe.text || !urls ? [] : [`Unsubscribe: ${urls.unsubscribe}`]),
  ];
  return lines.length ? `${text.trimEnd()}\n\n${lines.join('\n')}` : text;
}

/** Lets the links of both parts tell of clicks, and an image in the HTML tell of openings. */
// Unspecified: U-106
function tracked({ html, text }: Omit<Composed, 'subject'>, urls: MailUrls, tools: HtmlTools) {
  const targets = new Set<string>();
  const click = (url: string) => {
    if (url === urls.unsubscribe || !isTrackable(url)) return undefined;
    if (!targets.has(url) && targets.size >= MAX_LINKS) return undefined;
    targets.add(url);
    return urls.click(url);
  };
  const image = `<img src="${escapeHtml(urls.open)}" width="1" height="1" alt="">`;
  return {
    html: html === '' ? '' : tools.appendToBody(tools.replaceLinks(html, click), image),
    text: replaceUrls(text, click),
  };
}
