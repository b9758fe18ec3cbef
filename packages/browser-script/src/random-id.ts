/** 32 hexadecimal digits at random: the id of a message or of a visitor. */
export function randomId(): string {
  const bytes = new Uint8Array(16);
  try {
    crypto.getRandomValues(bytes);
  } catch {
    // A worse random number is better than none.
    for (let index = 0; index < 16; index++) bytes[index] = Math.random() * 256;
  }
  let id = '';
  for (let index = 0; index < 16; index++) id += ((bytes[index] ?? 0) + 256).toString(16).slice(1);
  return id;
}
