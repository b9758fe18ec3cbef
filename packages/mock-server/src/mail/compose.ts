import { escapeHtml, textOf } from './html-text.ts';
import { isTrackable, replaceLinks } from './links.ts';
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

/** What is the same for every email of a mailing, and what is the person's own. */
export interface Surroundings {
  readonly scope: Scope;
  readonly clock: TemplateClock;
  readonly postalAddress: string;
  /** None where nobody can unsubscribe, as from a question for confirmation. */
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

/**
 * Renders an email: with the postal address and a way to unsubscribe, which are put below where the author has put
 * them nowhere, with links and an image that tell of clicks and openings, and with text for who is shown no HTML.
 */
// Unspecified: U-101
export function compose(email: CompiledEmail, surroundings: Surroundings): Composed {
  const { clock, urls, postalAddress } = surroundings;
  const inline = postalAddress.split(/\s*\n\s*/).join(', ');
  const shared = { ...surroundings.scope, unsubscribe_url: urls?.unsubscribe ?? '' };
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
  const whole = html.trim() === '' ? '' : withFooter(html, htmlFooter(email, inline, urls));
  const text = written.trim() === '' ? textOf(whole) : withTextFooter(written, email, inline, urls);
  return { subject, html: urls && whole !== '' ? tracked(whole, urls) : whole, text };
}

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

/** Puts something at the end of the body. */
function withFooter(html: string, footer: string): string {
  if (footer === '') return html;
  const end = html.search(/<\/body\s*>/i);
  return end < 0 ? `${html}\n${footer}` : `${html.slice(0, end)}${footer}\n${html.slice(end)}`;
}

function tracked(html: string, urls: MailUrls): string {
  const linked = replaceLinks(html, (url) =>
    isTrackable(url) && url !== urls.unsubscribe ? urls.click(url) : undefined,
  );
  return withFooter(linked, `<img src="${escapeHtml(urls.open)}" width="1" height="1" alt="">`);
}
