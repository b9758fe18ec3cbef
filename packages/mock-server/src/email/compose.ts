import { escapeHtml } from '../shared/values/html.ts';
import type { HtmlTools } from './html-tools.ts';
import { isTrackable, replaceUrls } from './links.ts';
import type { CompiledTemplate, Scope, TemplateClock, TemplateEngine } from './liquid.ts';

/** An email as its author writes it. All parts may contain Liquid. */
export interface EmailTemplate {
  readonly subject: string;
  readonly html_body: string;
  readonly text_body: string;
}

export interface Composed {
  readonly subject: string;
  /** Empty if the email has only text. */
  readonly html: string;
  readonly text: string;
}

export interface CompiledEmail {
  readonly subject: CompiledTemplate;
  readonly html: CompiledTemplate;
  readonly text: CompiledTemplate;
  /** The shortcodes of the dynamic content it uses, or `all` if it computes them. */
  readonly shortcodes: ReadonlySet<string> | 'all';
  readonly hasPostalAddress: Parts;
  readonly hasUnsubscribe: Parts;
}

/** The parts of an email that include something themselves. */
interface Parts {
  readonly html: boolean;
  readonly text: boolean;
}

export interface MailUrls {
  readonly open: string;
  readonly unsubscribe: string;
  /** Returns the URL that records a click and redirects to `target`. */
  click(target: string): string;
}

export interface RenderContext {
  readonly html: HtmlTools;
  readonly scope: Scope;
  readonly clock: TemplateClock;
  readonly postalAddress: string;
  /** Undefined for emails without tracking and unsubscribe links, such as confirmations. */
  readonly urls?: MailUrls | undefined;
}

/** Compiles an email's templates. Throws a `TemplateError`. */
export function compileEmail(engine: TemplateEngine, email: EmailTemplate): CompiledEmail {
  const subject = engine.compile(email.subject);
  const html = engine.compile(email.html_body);
  const text = engine.compile(email.text_body);
  const uses = (...names: string[]): Parts => ({
    html: html.paths.some(([first]) => names.includes(first ?? '')),
    text: text.paths.some(([first]) => names.includes(first ?? '')),
  });
  return {
    subject,
    html,
    text,
    shortcodes: shortcodesOf([subject, html, text]),
    hasPostalAddress: uses('postal_address', 'inline_postal_address'),
    hasUnsubscribe: uses('unsubscribe_url', 'unsubscribe_link'),
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

/** The number of distinct links that are tracked per email. */
const MAX_LINKS = 1000;

/**
 * Renders an email. Appends the postal address and an unsubscribe link unless the template includes them, adds click
 * and open tracking, and derives the text from the HTML if there is no text.
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
  const fullHtml = html.trim() === '' ? '' : tools.appendToBody(html, htmlFooter(email, inline, urls));
  const text = written.trim() === '' ? tools.textOf(fullHtml) : withTextFooter(written, email, inline, urls);
  return urls
    ? { subject, ...tracked({ html: fullHtml, text }, urls, tools) }
    : { subject, html: fullHtml, text };
}

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

/** Adds click tracking to the links of both parts, and an open tracking image to the HTML. */
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
