import { hex } from './hex.ts';

/** 32 hexadecimal digits at random: the id of a message or of a visitor. */
export function randomId(): string {
  const numbers = new Uint16Array(8);
  // On a page that has taken it away, what follows is worse, and better than none.
  window.crypto?.getRandomValues(numbers);
  let id = '';
  for (const number of numbers) id += hex(number ^ (Math.random() * 65_536));
  return id;
}
