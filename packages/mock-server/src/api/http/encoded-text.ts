import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;
type Encoding = 'br' | 'gzip' | 'identity';

/** Answers a request with a string, in the encoding that the client prefers and with the headers that belong to it. */
export type EncodedText = (request: Headers, headers: Readonly<Record<string, string>>) => Promise<Response>;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
const zip = promisify(gzip);

/** Larger texts would take brotli up to a second at its best. */
const SMALL = 16_384;

const ENCODERS = {
  br: (bytes: Bytes) => {
    const quality = bytes.length < SMALL ? constants.BROTLI_MAX_QUALITY : 5;
    return compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  },
  gzip: (bytes: Bytes) => zip(bytes),
} as const;

/** Makes each encoding of a string when it is first asked for. `encoding` is that of `bytes`, which a build may have encoded. */
export function encodedText(bytes: Bytes, encoding: 'identity' | 'br' = 'identity'): EncodedText {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  const bodies = new Map([[encoding as Encoding, Promise.resolve(bytes)]]); // others follow
  const bodyIn = (name: Encoding): Promise<Bytes> => {
    const known = bodies.get(name);
    if (known) return known;
    const body = name === 'identity' ? decompress(bytes) : bodyIn('identity').then(ENCODERS[name]);
    const made = body.then((buffer) => new Uint8Array(buffer));
    bodies.set(name, made);
    return made;
  };
  return async (request, init) => {
    const name = encodingFor(request.get('accept-encoding') ?? '');
    const headers = new Headers(init);
    const etag = `"${hash}-${name}"`; // each encoding has its own, as strong tags must
    headers.set('etag', etag);
    headers.set('vary', 'accept-encoding');
    if (matches(request.get('if-none-match') ?? '', etag))
      return new Response(null, { status: 304, headers });
    if (name !== 'identity') headers.set('content-encoding', name);
    return new Response(await bodyIn(name), { headers });
  };
}

const listOf = (value: string) => value.split(',').map((entry) => entry.trim());

const matches = (wanted: string, etag: string): boolean =>
  wanted === '*' || listOf(wanted).some((entry) => entry.replace(/^W\//, '') === etag);

/** The encoding with the greatest weight in a header `accept-encoding`; of equal ones the smallest. */
function encodingFor(accepted: string): Encoding {
  const weights = new Map(
    listOf(accepted).map((entry) => {
      const [name = '', weight = 'q=1'] = entry.toLowerCase().split(';');
      return [name.trim(), Number(weight.trim().slice(2))];
    }),
  );
  const weightOf = (name: Encoding) =>
    weights.get(name) ?? (name === 'identity' ? 0 : (weights.get('*') ?? 0));
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  return weightOf(best) > 0 && weightOf(best) >= weightOf('identity') ? best : 'identity';
}

/** Keeps the texts that were asked for last, by a key. */
export class RecentTexts {
  readonly #texts = new Map<string, Promise<EncodedText>>();
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  /** Returns the text of a key; makes it if it is not kept. */
  get(key: string, make: () => Promise<string> | string): Promise<EncodedText> {
    const text =
      this.#texts.get(key) ??
      Promise.resolve(make()).then((made) => encodedText(new TextEncoder().encode(made)));
    this.#texts.delete(key);
    this.#texts.set(key, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > this.#count && oldest !== undefined) this.#texts.delete(oldest);
    return text;
  }
}
