/** Returns the arguments of a command. Throws an error if they have the wrong shape; the server checks their members. */
export function argumentsOf(command: string, first: unknown, second: unknown): object {
  if (!/^(identify|track|(un)?subscribe|(show|hide)Form)$/.test(command)) {
    throw new Error('unknown command');
  }
  const isTrack = command === 'track';
  const given = (isTrack ? (second ?? {}) : first) as object; // checked below
  const isNamed = !isTrack || (first as { trim?(): string } | undefined)?.trim?.(); // only strings have it
  if (!isNamed || Object(given) !== given || Array.isArray(given)) {
    throw new Error(`expected ${isTrack ? 'a name and ' : ''}an object`);
  }
  return { ...given, ...(isTrack && { action: first }), success: undefined, failure: undefined };
}
