interface Names {
  readonly first_name?: unknown;
  readonly last_name?: unknown;
}

/** The first and last name, if the subscriber has any. */
export const nameOf = ({ first_name, last_name }: Names): string =>
  [first_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ');
