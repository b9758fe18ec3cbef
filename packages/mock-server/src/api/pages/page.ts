import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ICON, MARK } from '@trickle/design/mark';
import { tokens } from '@trickle/design/tokens';
import { type Html, html, raw } from '../../shared/values/html.ts';

export interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** `narrow`: a centered card; `wide`: the full width. Default `narrow`. */
  readonly layout?: 'narrow' | 'wide';
  /** Styles in addition to the shared ones. */
  readonly styles?: string;
  /** The inline scripts that the body contains. */
  readonly scripts?: readonly string[];
  /** Additional or overriding directives of the content security policy, as in `connect-src`. */
  readonly policy?: Readonly<Record<string, string>>;
  /** Whether search engines may index the page. Default false. */
  readonly isPublic?: boolean;
}

export interface SentPage {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const shared = new URL('./page.css', import.meta.url);

/** The mark and the name. */
export const BRAND = html`<p class="brand">${raw(MARK)}Trickle</p>`;

/** Renders a page in the shared layout. Its content security policy allows only the given scripts and resources. */
// Unspecified: U-172
export async function pageResponse(
  parts: PageParts,
  { status = 200, headers }: SentPage = {},
): Promise<Response> {
  const styles = `${tokens()}${await readFile(shared, 'utf8')}${parts.styles ?? ''}`;
  return new Response(documentOf(parts, styles), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(parts, styles),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      ...headers,
    },
  });
}

function documentOf({ title, body, layout = 'narrow', isPublic }: PageParts, styles: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isPublic ? '' : html`<meta name="robots" content="noindex">\n`}<title>${title}</title>
<link rel="icon" href="${ICON}">
<style>${raw(styles)}</style>
</head>
<body class="${layout}">${body}</body>
</html>
`.html;
}

function policyOf({ policy, scripts = [] }: PageParts, styles: string): string {
  const directives = {
    'default-src': "'none'",
    'style-src': sourceOf(styles),
    ...(scripts.length > 0 && { 'script-src': scripts.map(sourceOf).join(' ') }),
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...policy,
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** The CSP source that allows an inline style or script with exactly this text. */
export const sourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** An inline script. The policy allows it if `scripts` contains its text. */
export const inlineScript = (text: string): Html => raw(`<script>${text}</script>`);
