import { timingSafeEqual } from 'node:crypto';
import { type Clock, systemClock } from '../../shared/platform/timers.ts';
import { isLoopbackAddress, isLoopbackName, networkOf } from '../../shared/values/ip-address.ts';
import { NO_ACCOUNT, type Store } from '../../store/engine/store.ts';
import { listAccountsOwnedBy } from '../../store/tables/accounts.ts';
import type { Peer } from './address.ts';
import { credentialsIn } from './credentials.ts';
import { HttpError, unauthorized } from './errors.ts';

/** The most wrong passwords in a row that an address may send before it has to wait. */
const FREE = 10;

/** Real milliseconds of the first wait, which doubles with each further wrong password, and of the longest. */
const [FIRST_WAIT, MAX_WAIT] = [1000, 60_000];

/** Real milliseconds after which wrong passwords are forgotten. */
const MEMORY = 60 * 60_000;

const MAX_ADDRESSES = 10_000;

interface Guesses {
  readonly wrong: number;
  readonly last: number;
}

/** Slows down password guessing: after wrong passwords, each address, or IPv6 network, has to wait. */
// Unspecified: U-279
export class GuessLimit {
  readonly #clock: Clock;
  /** The addresses in the order of their last wrong password. */
  readonly #guesses = new Map<string, Guesses>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Real milliseconds until the next password from an address is checked. */
  waitOf(address: string): number {
    const { wrong, last } = this.#of(address);
    if (wrong < FREE) return 0;
    const wait = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (wrong - FREE));
    return Math.max(0, last + wait - this.#clock.now());
  }

  addWrong(address: string): void {
    const key = networkOf(address);
    const { wrong } = this.#of(address);
    this.#guesses.delete(key);
    this.#guesses.set(key, { wrong: wrong + 1, last: this.#clock.now() });
    const [oldest] = this.#guesses.keys();
    if (this.#guesses.size > MAX_ADDRESSES && oldest !== undefined) this.#guesses.delete(oldest);
  }

  /** Uncounts one wrong password, which turned out to be a key of an account. */
  takeBack(address: string): void {
    const { wrong, last } = this.#of(address);
    const key = networkOf(address);
    if (wrong > 1) this.#guesses.set(key, { wrong: wrong - 1, last });
    else this.#guesses.delete(key);
  }

  /** Forgets the wrong passwords of an address that has sent the right one. */
  forget(address: string): void {
    this.#guesses.delete(networkOf(address));
  }

  #of(address: string): Guesses {
    const guesses = this.#guesses.get(networkOf(address));
    return guesses && guesses.last + MEMORY > this.#clock.now() ? guesses : { wrong: 0, last: 0 };
  }
}

/** Headers that only proxies and CDNs add. */
const PROXY_HEADER = new RegExp(
  `^(?:${[
    'forwarded',
    'via',
    'x-forwarded',
    'x-forwarded-.+',
    'x-original-.+',
    'x-(?:real|client|cluster-client)-ip',
    'x-(?:proxyuser-ip|remote-addr|remote-ip|host|scheme|request-start)',
    '(?:true-client|client|wl-proxy-client|proxy-client|do-connecting|fastly-client|fly-client)-ip',
    'proxy-.+',
    'cdn-loop',
    'max-forwards',
    '(?:cf|fly|x-amz|x-amzn|x-appengine|x-arr|x-azure|x-cloud-trace|x-envoy|x-fastly|x-gfe|x-goog|x-nf|x-vercel)-.+',
  ].join('|')})$`,
);

export interface KeyHolder {
  readonly key: string;
  /** The accounts that the user of the key owns, at least one. */
  readonly accountIds: readonly [string, ...string[]];
}

/** Checks who may use the admin API: operators may use everything, the holder of a key only the accounts that the key's user owns. */
export type Caller = 'operator' | KeyHolder;

/** Admits requests from this machine, or with the password if there is one, or a key for its user's accounts; never from another site's page. */
// Unspecified: U-114
export class AdminAccess {
  readonly #store: Store;
  readonly #password: string | undefined;
  readonly #publicOrigin: string | undefined;
  readonly #guesses = new GuessLimit();

  /** `password`: undefined for none. */
  constructor(store: Store, password: string | undefined, publicUrl?: string) {
    this.#store = store;
    this.#password = password;
    this.#publicOrigin = publicUrl && new URL(publicUrl).origin;
  }

  /** Finds the caller of a request. Throws an `HttpError` for a request that is not admitted. */
  // Unspecified: U-278
  async callerOf(request: Request, peer: Peer | undefined): Promise<Caller> {
    const address = peer?.address;
    const denial = this.denialOf(request, peer);
    const key = denial === passwordNeeded ? secretIn(request.headers) : '';
    if (key === '') {
      if (denial) throw denial;
      return 'operator';
    }
    const accountIds = await this.#store.read((tx) => listAccountsOwnedBy(tx, key), NO_ACCOUNT);
    const [first, ...others] = accountIds;
    if (first === undefined) throw denial;
    if (address !== undefined) this.#guesses.takeBack(address);
    return { key, accountIds: [first, ...others] };
  }

  /** The error for a request of anybody but an operator. */
  denialOf(request: Request, peer: Peer | undefined): HttpError | undefined {
    const denial = isFromOtherSite(request, [peer?.origin, this.#publicOrigin])
      ? otherSite
      : denialOfMachine(request, peer, this.#password !== undefined);
    if (denial || this.#password === undefined) return denial;
    const secret = secretIn(request.headers);
    if (secret === '') return passwordNeeded;
    const { address } = peer ?? {};
    const wait = address === undefined ? 0 : this.#guesses.waitOf(address);
    if (wait > 0) return tooManyGuesses(wait);
    const password = passwordIn(request.headers);
    const isRight = password !== '' && isSame(password, this.#password);
    if (address !== undefined) {
      if (isRight) this.#guesses.forget(address);
      else this.#guesses.addWrong(address);
    }
    return isRight ? undefined : passwordNeeded;
  }
}

/** Whether a page of another site sent a request. Behind a proxy, the server's own pages have the proxy's origin. */
function isFromOtherSite({ url, headers }: Request, ownOrigins: readonly (string | undefined)[]): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') return true;
  return origin !== null && ![new URL(url).origin, ...ownOrigins].includes(origin);
}

const otherSite = unauthorized('The admin API does not accept requests from pages of other sites.');

/** The error for a request from another machine, if there is no password. */
function denialOfMachine(
  { url: address, headers }: Request,
  peer: Peer | undefined,
  hasPassword: boolean,
): HttpError | undefined {
  const url = new URL(address);
  if (hasPassword) return undefined;
  const proxied = [...headers.keys()].find((name) => PROXY_HEADER.test(name));
  if (proxied !== undefined)
    return unauthorized(`${LOCAL_ONLY} The request carries the proxy header ${proxied}.`);
  if (peer === undefined) return undefined; // an in-process request
  if (!isLoopbackAddress(peer.address ?? '')) return unauthorized(LOCAL_ONLY);
  // A public name that resolves to this machine may belong to a page that attempts DNS rebinding.
  if (!isLoopbackName(url.hostname)) {
    return unauthorized(
      `The admin API is available at localhost and 127.0.0.1 only, not at ${url.hostname}.`,
    );
  }
  return undefined;
}

const LOCAL_ONLY =
  'Without a password, the admin API is available from this machine only; set one with --admin-password.';

const plain = (status: number, text: string, headers: Record<string, string>) =>
  new HttpError(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
    text: `${text}\n`,
  });

const passwordNeeded = plain(401, 'The admin API requires a password, or the API key of an account.', {
  'www-authenticate': 'Basic realm="Admin"',
});

function tooManyGuesses(wait: number): HttpError {
  const seconds = Math.ceil(wait / 1000);
  const text = `Too many wrong passwords from this address. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return plain(429, text, { 'retry-after': String(seconds) });
}

/** A Bearer token, or the password of Basic credentials; empty without. */
function passwordIn(headers: Headers): string {
  const { bearer, basic: [, password] = ['', ''] } = credentialsIn(headers.get('authorization'));
  return bearer ?? password;
}

/** The password, or the user name if there is no password, as the REST API takes keys. Empty without credentials. */
const secretIn = (headers: Headers): string =>
  passwordIn(headers) || (credentialsIn(headers.get('authorization')).basic?.[0] ?? '');

function isSame(attempt: string, password: string): boolean {
  const bytes = Buffer.from(attempt);
  const other = Buffer.from(password);
  return bytes.length === other.length && timingSafeEqual(bytes, other);
}
