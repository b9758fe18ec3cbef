import type { KeyedHash } from './keyed-hash.ts';

const ROUNDS = 8;

/** The characters of ids that are replaced, by kind. */
const KINDS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] as const;
const HEXADECIMAL = '0123456789abcdef';

/** Hexadecimal digits, in groups or not, that are too many to be a word. */
const LONG_HEXADECIMAL = /^(?=.*[a-f])(?=.*\d)[0-9a-f-]{16,}$/;

/** A number below the product of two sizes, in two halves. */
type Halves = readonly [left: bigint, right: bigint];

/** Changes a number; `sizes` are those of its halves. */
type Step = (
  round: (number: number, half: bigint, size: bigint) => bigint,
  value: Halves,
  sizes: Halves,
) => Halves;

/**
 * Replaces an ASCII id by another one of the same length, of characters of the same kinds. Different ids stay different,
 * and the key can reverse it: details of subscribers are read by their ids, which are kept nowhere else.
 */
export const permuted = (hash: KeyedHash, id: string): string => walk(hash, id, encrypt);

/** The id that was replaced. */
export const restored = (hash: KeyedHash, id: string): string => walk(hash, id, decrypt);

/** Permutes all ids of one alphabet and form, until the result has characters of the same kinds. */
function walk(hash: KeyedHash, id: string, step: Step): string {
  const alphabet = alphabetOf(id);
  const characters = [...id];
  const places = characters.flatMap((character, i) => (alphabet.includes(character) ? [i] : []));
  if (places.length === 0) return id;
  const form = characters.map((character) => (alphabet.includes(character) ? '?' : character)).join('');
  const round = (number: number, half: bigint, size: bigint) =>
    drawn(hash, `id ${alphabet.length} ${number} ${form}`, half, size);
  const radix = BigInt(alphabet.length);
  const sizes: Halves = [
    radix ** BigInt(Math.ceil(places.length / 2)),
    radix ** BigInt(Math.floor(places.length / 2)),
  ];
  let value = places.reduce(
    (sum, place) => sum * radix + BigInt(alphabet.indexOf(characters[place] ?? '')),
    0n,
  );
  do {
    const [left, right] = step(round, [value / sizes[1], value % sizes[1]], sizes);
    value = left * sizes[1] + right;
    let rest = value;
    for (const place of places.toReversed()) {
      characters[place] = alphabet.charAt(Number(rest % radix));
      rest /= radix;
    }
  } while (alphabetOf(characters.join('')) !== alphabet);
  return characters.join('');
}

function alphabetOf(id: string): string {
  if (LONG_HEXADECIMAL.test(id)) return HEXADECIMAL;
  return KINDS.filter((kind) => [...id].some((character) => kind.includes(character))).join('');
}

/** A number below a size, from the other half of the value. */
function drawn(hash: KeyedHash, kind: string, half: bigint, size: bigint): bigint {
  let number = 0n;
  for (let block = 0, drawnSize = 1n; drawnSize < size << 64n; block += 1, drawnSize <<= 256n) {
    number =
      (number << 256n) + BigInt(`0x${hash.digest(kind, `${block} ${half.toString(36)}`).toString('hex')}`);
  }
  return number % size;
}

/** A Feistel network whose halves may have different sizes. */
const encrypt: Step = (round, [first, second], [sizeOfLeft, sizeOfRight]) => {
  let [left, right] = [first, second];
  for (let number = 0; number < ROUNDS; number += 1) {
    if (number % 2 === 0) left = (left + round(number, right, sizeOfLeft)) % sizeOfLeft;
    else right = (right + round(number, left, sizeOfRight)) % sizeOfRight;
  }
  return [left, right];
};

const decrypt: Step = (round, [first, second], [sizeOfLeft, sizeOfRight]) => {
  let [left, right] = [first, second];
  for (let number = ROUNDS - 1; number >= 0; number -= 1) {
    if (number % 2 === 0) left = (left + sizeOfLeft - round(number, right, sizeOfLeft)) % sizeOfLeft;
    else right = (right + sizeOfRight - round(number, left, sizeOfRight)) % sizeOfRight;
  }
  return [left, right];
};
