/** 32 hexadecimal digits at random: the id of a message or of a visitor. */
export function randomId(): string {
  const bytes = new Uint8Array(16);
  try {
    crypto.getRandomValues(bytes);
  } catch {
    // What follows is worse, and better than none.
  }
  let id = '';
  for (let index = 0; index < 16; index++) {
    const byte = (bytes[index] ?? 0) ^ (Math.random() * 256);
    id += (byte + 256).toString(16).slice(1);
  }
  return id;
}
