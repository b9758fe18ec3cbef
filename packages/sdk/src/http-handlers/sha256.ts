/** The SHA-256 of the text's UTF-8, by Web Crypto, which every runtime has. */
export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** Base64 for URLs, without padding. */
export function base64Url(bytes: Uint8Array): string {
  const plain = btoa(String.fromCharCode(...bytes));
  return plain.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Whether two digests are the same. Reads all of both, wherever they differ. */
export function equalDigests(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (let i = 0; i < one.length; i++) difference |= (one[i] ?? 0) ^ (other[i] ?? 0);
  return difference === 0;
}

/**
 * Whether two texts are the same, in a time that tells nothing about `secret`: digests of equal length are compared,
 * and what is alike in two digests says nothing about what is alike in the texts.
 */
export async function equalTexts(secret: string, given: string): Promise<boolean> {
  return equalDigests(await sha256(secret), await sha256(given));
}
