const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Gives the arguments of a command, or throws an error that says what is wrong with them.
 * Whether the members are right is for the server to say.
 */
export function argumentsOf(command: string, first: unknown, second: unknown): object {
  if (command === 'track') {
    if (typeof first === 'string' && first && isObject(second ?? {}))
      return { ...(second as object), action: first };
    throw new TypeError('it takes a name and an object');
  }
  if (!/^(identify|(un)?subscribe|(show|hide)Form)$/.test(command))
    throw new TypeError('there is no such command');
  if (isObject(first)) return first;
  throw new TypeError('it takes an object');
}
