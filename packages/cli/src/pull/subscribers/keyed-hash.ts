import { createCipheriv, createDecipheriv, hash as hashed } from 'node:crypto';

/** Bytes of a block of SHA-256. */
const BLOCK = 64;

/** Digests that are remembered: most values are those of many subscribers. */
const MAX_REMEMBERED = 20_000;

/** HMAC-SHA-256 with the key of pulls: equal values have equal digests, and nobody without the key can guess values. */
export class KeyedHash {
  readonly #inner: Buffer;
  readonly #outer: Buffer;
  readonly #remembered = new Map<string, bigint>();

  /** @param key At most 64 bytes. */
  constructor(key: Buffer) {
    const padded = Buffer.concat([key], BLOCK);
    this.#inner = padded.map((byte) => byte ^ 0x36) as Buffer; // of the same class
    this.#outer = padded.map((byte) => byte ^ 0x5c) as Buffer;
  }

  /** Tells which key it is. */
  get fingerprint(): string {
    return this.digest('fingerprint', '').toString('hex').slice(0, 16);
  }

  /**
   * The digest of a text; texts of different kinds have different digests. Written out, since `createHmac` takes ten times
   * as long to prepare the key, and every subscriber needs a hundred digests.
   */
  digest(kind: string, text: string): Buffer {
    const inner = hashed('sha256', Buffer.concat([this.#inner, Buffer.from(`${kind}\0${text}`)]), 'buffer');
    return hashed('sha256', Buffer.concat([this.#outer, inner]), 'buffer');
  }

  /** 64 bits of the digest, never 0. */
  hash(kind: string, text: string): bigint {
    const name = `${kind}\0${text}`;
    const known = this.#remembered.get(name);
    if (known !== undefined) return known;
    const hash = this.digest(kind, text).readBigUInt64BE() || 1n;
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    if (text.length < 100) this.#remembered.set(name, hash);
    return hash;
  }

  /** A number below a limit. */
  number(kind: string, text: string, below: number): number {
    return Number(this.hash(kind, text) % BigInt(below));
  }

  /** As many bytes as needed. */
  *bytes(kind: string, text: string): Generator<number, never> {
    for (let block = 0; ; block += 1) yield* this.digest(kind, `${block}\0${text}`);
  }

  /** Encrypts a text for the journal. */
  seal(text: string): string {
    const nonce = this.digest('nonce', text).subarray(0, 12);
    const cipher = createCipheriv('aes-256-gcm', this.digest('seal', ''), nonce);
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
      'base64',
    );
  }

  /** The text that was sealed. */
  open(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.digest('seal', ''), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
  }
}
