const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `['identify', { email, tags, … }]` */
function identify(person: unknown): object {
  if (isObject(person)) return person;
  throw new TypeError("identify takes an object: ['identify', { email: 'ann@example.com' }]");
}

/** `['track', 'Signed up', { value, … }]` */
function track(action: unknown, properties: unknown): object {
  if (typeof action === 'string' && action && isObject(properties ?? {})) {
    return { ...(properties as object | undefined), action };
  }
  throw new TypeError("track takes a name and an object: ['track', 'Signed up', { plan: 'pro' }]");
}

/**
 * Gives the arguments of a command, or throws an error that says what is wrong with them.
 * Whether the members are right is for the server to say.
 */
export function argumentsOf(command: string, first: unknown, second: unknown): object {
  if (command === 'identify') return identify(first);
  if (command === 'track') return track(first, second);
  const isPlanned = /^((un)?subscribe|(show|hide)Form)$/.test(command);
  throw new TypeError(
    isPlanned ? `${command} comes with a later version` : `there is no command '${command}'`,
  );
}
