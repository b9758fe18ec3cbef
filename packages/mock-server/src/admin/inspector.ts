import { ICON } from '@trickle/design/mark';
import { relativeRoot } from '../api/http/address.ts';
import type { AdminAccess } from '../api/http/admin-access.ts';
import { type EncodedText, encodedText } from '../api/http/encoded-text.ts';
import { notFound } from '../api/http/errors.ts';
import type { RequestContext } from '../api/http/record-request.ts';
import { html } from '../shared/values/html.ts';

/** The parts of a server's settings that the inspector uses. */
export interface InspectorSettings {
  readonly access: AdminAccess;
}

const ASSETS = '_inspector/assets/';

/** Answers a request for the inspector's page or for one of its files. Access is that of the admin API. */
export async function answerInspector(
  { access }: InspectorSettings,
  request: Request,
  { address, peer }: RequestContext,
): Promise<Response> {
  await access.callerOf(withoutSite(request), peer);
  const { path } = address;
  return path.startsWith(`/${ASSETS}`)
    ? assetResponse(request.headers, path.slice(ASSETS.length + 1))
    : pageResponse(Object.keys(await inspectorFiles()), relativeRoot(address) + ASSETS);
}

/** In a checkout, they are bundled on first use. */
const inspectorFiles = async () => (await import('@trickle/inspector/served')).loadFiles();

/** A request without its site if it opens the page: other sites may link to the page, which has no data and cannot be framed. */
function withoutSite(request: Request): Request {
  const { headers } = request;
  if (headers.get('sec-fetch-mode') !== 'navigate' || headers.get('sec-fetch-dest') !== 'document') {
    return request;
  }
  const own = new Headers(headers);
  own.delete('sec-fetch-site');
  return new Request(request.url, { headers: own });
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** The files that were asked for, by their names, which change with their content. */
const assets = new Map<string, EncodedText>();

async function assetResponse(request: Headers, name: string): Promise<Response> {
  const asset = assets.get(name) ?? (await loadAsset(name));
  if (!asset) return notFound(`File not found: ${name}`).response();
  assets.set(name, asset);
  return asset(request, {
    'content-type': TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
}

async function loadAsset(name: string): Promise<EncodedText | undefined> {
  const files = await inspectorFiles();
  const compressed = Object.hasOwn(files, name) ? files[name] : undefined;
  return compressed === undefined
    ? undefined
    : encodedText(new Uint8Array(Buffer.from(compressed, 'base64')), 'br');
}

/** Everything comes from this server; nothing is inline, and no other page may frame the inspector. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

function pageResponse(names: readonly string[], assets: string): Response {
  const named = (extension: string) =>
    `${assets}${names.find((name) => name.startsWith('inspector-') && name.endsWith(extension))}`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Trickle inspector</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${named('.css')}">
<script type="module" src="${named('.js')}"></script>
</head>
<body>
<noscript>The inspector needs JavaScript.</noscript>
</body>
</html>
`.html;
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      // With `no-referrer`, browsers would send the forms of previews with `Origin: null`.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  });
}
