// cspell:ignore bcdfghjklmnpqrstvwxz
import type { KeyedHash } from './keyed-hash.ts';
import { permuted, restored } from './permutation.ts';
import { AREA_CODES, FIRST_NAMES, LAST_NAMES } from './words.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Without vowels, so that they make no words that mean something. */
const CONSONANTS = 'bcdfghjklmnpqrstvwxz';

const V4_NETS = ['192.0.2', '198.51.100', '203.0.113'];
const ASCII = /^[ -~]*$/;

/** Replaces values of subscribers by invented ones. Equal values get equal pseudonyms, in every pull with the same key. */
export class Pseudonyms {
  readonly hash: KeyedHash;

  constructor(hash: KeyedHash) {
    this.hash = hash;
  }

  /** `mara.kqzmfdwhbtxrc@vplkzd.example` */
  email(address: string): string {
    const all = address.trim().toLowerCase();
    const domain = all.slice(all.lastIndexOf('@') + 1);
    const name = this.#oneOf(FIRST_NAMES, 'email', all).toLowerCase();
    return `${name}.${this.#letters('email', all, 13)}@${this.domain(domain)}`;
  }

  /** `vplkzd.example` */
  domain(domain: string): string {
    return `${this.#letters('domain', domain.toLowerCase(), 6)}.example`;
  }

  /** An id of the same length and characters of the same kinds. */
  id(id: string): string {
    if (id.includes('@')) return this.email(id);
    return ASCII.test(id) ? permuted(this.hash, id) : this.#letters('id', id, Math.max(13, id.length));
  }

  /** The id that {@link id} replaced. */
  idBefore(pseudonym: string): string {
    return restored(this.hash, pseudonym);
  }

  firstName(name: string): string {
    return this.#oneOf(FIRST_NAMES, 'first name', name);
  }

  lastName(name: string): string {
    return this.#oneOf(LAST_NAMES, 'last name', name);
  }

  town(name: string): string {
    return `${this.lastName(name)}ton`;
  }

  street(address: string): string {
    return `${1 + this.hash.number('number', address, 99)} ${this.lastName(address)} Street`;
  }

  /** `+12065550123` */
  phone(number: string): string {
    const digits = number.replaceAll(/\D/g, '');
    const last = String(this.hash.number('phone', digits, 100)).padStart(2, '0');
    return `+1${this.#oneOf(AREA_CODES, 'phone', digits)}55501${last}`;
  }

  /** An address of the nets for documentation. */
  ip(address: string): string {
    if (!address.includes(':')) {
      return `${this.#oneOf(V4_NETS, 'net', address)}.${this.hash.number('ip', address, 256)}`;
    }
    const hex = this.hash.digest('ip', address).toString('hex');
    return `2001:db8:${hex.slice(0, 4)}:${hex.slice(4, 8)}::${hex.slice(8, 12)}`;
  }

  url(url: string): string {
    const host = URL.parse(url)?.hostname ?? url;
    return `https://${this.domain(host)}/${this.#letters('url', url, 8)}`;
  }

  tag(tag: string): string {
    return `tag-${this.#letters('tag', tag, 9)}`;
  }

  /** A text of the same form: digits, letters and other characters in the same places. */
  text(text: string): string {
    const bytes = this.hash.bytes('text', text);
    return text.replaceAll(/[\p{L}\p{N}\p{M}]/gu, (character) => {
      const byte = bytes.next().value;
      if (/\p{N}/u.test(character)) return String(1 + (byte % 9));
      const letter = CONSONANTS.charAt(byte % CONSONANTS.length);
      return /\p{Lu}/u.test(character) ? letter.toUpperCase() : letter;
    });
  }

  #letters(kind: string, text: string, length: number): string {
    const bytes = this.hash.bytes(`letters ${kind}`, text);
    return Array.from({ length }, () => LETTERS.charAt(bytes.next().value % LETTERS.length)).join('');
  }

  #oneOf(list: readonly string[], kind: string, text: string): string {
    return list[this.hash.number(`one ${kind}`, text, list.length)] ?? '';
  }
}

/** The first two digits of an amount; the rest becomes 0. */
export function rounded(amount: number): number {
  const unit = 10 ** Math.max(0, String(Math.trunc(Math.abs(amount))).length - 2);
  return Math.trunc(amount / unit) * unit;
}
