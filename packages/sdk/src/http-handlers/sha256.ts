/** The SHA-256 digest of a string in UTF-8, with Web Crypto, which every runtime has. */
export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** Base64 for URLs, without padding. */
export function base64Url(bytes: Uint8Array): string {
  const plain = btoa(String.fromCharCode(...bytes));
  return plain.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Whether two digests are equal, in constant time. */
export function equalDigests(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (let i = 0; i < left.length; i++) difference |= (left[i] ?? 0) ^ (right[i] ?? 0);
  return difference === 0;
}

/**
 * Whether two texts are equal, in a time that reveals nothing about `secret`. It compares digests, which have equal
 * lengths and whose common bytes reveal nothing about the texts.
 */
export async function equalTexts(secret: string, text: string): Promise<boolean> {
  return equalDigests(await sha256(secret), await sha256(text));
}
