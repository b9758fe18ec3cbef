import { waysToSet } from './settings.ts';

const CHECK = `Check ${waysToSet('baseUrl')} and the network.`;

/** Why a server could not be reached, and what to do. `error` is what `fetch` has thrown. */
export function connectionProblem(
  url: string,
  error: unknown,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return problemAt(new URL(url), error) + proxyAdvice(new URL(url), env);
}

/** Node.js ignores proxy variables unless NODE_USE_ENV_PROXY is set. */
function proxyAdvice({ hostname }: URL, env: Readonly<Record<string, string | undefined>>): string {
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
  const name = names.find((variable) => env[variable]);
  if (!name || env.NODE_USE_ENV_PROXY === '1' || isThisMachine(hostname)) return '';
  return ` ${name} is set, but Node.js uses it only with NODE_USE_ENV_PROXY=1: set that too.`;
}

function problemAt({ origin, hostname }: URL, error: unknown): string {
  const cause = rootOf(error);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (code === 'ECONNREFUSED') {
    const cure = isThisMachine(hostname)
      ? `Start the reference server with npx -p @trickle/mock-server trickle-server, or check ${waysToSet('baseUrl')}.`
      : CHECK;
    return `Connection refused at ${origin}: is the server running? ${cure}`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `The host name ${hostname} has no address (${code}). ${CHECK}`;
  }
  if (/TIMEDOUT|TIMEOUT/.test(code)) return `${origin} did not answer in time (${code}). ${CHECK}`;
  if (/SSL|TLS|CERT|SIGNATURE|EPROTO/.test(code)) {
    return `No secure connection to ${origin} (${code}). If the server speaks plain HTTP, write http:// in ${waysToSet('baseUrl')}; if you trust its certificate, name the issuer's file in NODE_EXTRA_CA_CERTS.`;
  }
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') {
    return `${origin} closed the connection before its answer was complete (${code}). ${CHECK}`;
  }
  return `No response from ${origin}: ${cause.message}. ${CHECK}`;
}

/** Whether a host name stands for this machine. */
export const isThisMachine = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/** The root cause of an error. For an attempt at several addresses, the first error. */
export function rootOf(error: unknown): Error {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0]);
  if (error instanceof Error) return error.cause instanceof Error ? rootOf(error.cause) : error;
  return new Error(String(error));
}
