/**
 * Gives the arguments of a command, or throws an error that says what is wrong with them.
 * Whether the members are right is for the server to say.
 */
export function argumentsOf(command: string, first: unknown, second: unknown): object {
  if (!/^(identify|track|(un)?subscribe|(show|hide)Form)$/.test(command)) {
    throw new Error('there is no such command');
  }
  const isTrack = command === 'track';
  const given = (isTrack ? (second ?? {}) : first) as object; // it is looked at below
  const isNamed = !isTrack || (first as { trim?(): string } | undefined)?.trim?.(); // as only texts have it
  if (!isNamed || Object(given) !== given || Array.isArray(given)) {
    throw new Error(`it takes ${isTrack ? 'a name and ' : ''}an object`);
  }
  return { ...given, ...(isTrack && { action: first }), success: undefined, failure: undefined };
}
