/** The credentials of an `Authorization` header: those of Basic, or a Bearer token. */
export interface Credentials {
  readonly basic?: readonly [user: string, password: string];
  readonly bearer?: string;
}

/** Reads an `Authorization` header. Without a colon, Basic credentials are a user name; the password is empty. */
// Unspecified: U-01
export function credentialsIn(header: string | null): Credentials {
  const [, scheme, value = ''] = /^(basic|bearer)\s+(\S+)$/i.exec(header?.trim() ?? '') ?? [];
  if (scheme === undefined) return {};
  if (scheme.toLowerCase() === 'bearer') return { bearer: value };
  const [user = '', password = ''] = Buffer.from(value, 'base64').toString('utf8').split(/:(.*)/s);
  return { basic: [user, password] };
}
