/** Words in the names of secrets, as in `client_secret` and `X-Api-Key`. */
const WORDS = 'token|secret|password|api[_-]?key|authorization|cookie';

/** The words, to find them in a string. */
export const secretWords = (): RegExp => new RegExp(WORDS, 'gi');

const named = new RegExp(`${WORDS}|^code(?:_verifier)?$`, 'i');

/** Whether a query parameter or header with this name has a secret: a credential, or a code to exchange for one. */
export const isSecretName = (name: string): boolean => named.test(name);
