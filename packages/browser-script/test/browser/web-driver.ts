import { TIME_LIMIT } from '../../../../scripts/setup/time-limit.ts';
/** A session of WebDriver. It controls one tab at a time, so requests to tabs are sent one after the other. */
export interface Session {
  /** The tab that was open when the session began. */
  readonly first: string;
  /** Sends a request to a tab. */
  ask<T>(tab: string, method: string, path: string, body?: object): Promise<T>;
  /** The browser's version. */
  readonly version: string;
  tabs(): Promise<string[]>;
  end(): Promise<void>;
}

/** Opens a session with the driver at a URL. */
export async function openSession(driver: string, capabilities: object): Promise<Session> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(driver + path, {
      method,
      signal: AbortSignal.timeout(TIME_LIMIT),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const begun = await call<{ sessionId: string; capabilities: { browserVersion: string } }>(
    'POST',
    '/session',
    { capabilities: { alwaysMatch: capabilities } },
  );
  const session = `/session/${begun.sessionId}`;
  const first = await call<string>('GET', `${session}/window`);
  let present = first;
  let last: Promise<unknown> = Promise.resolve();
  return {
    first,
    version: begun.capabilities.browserVersion,
    ask<T>(tab: string, method: string, path: string, body?: object) {
      const done = last.then(async () => {
        if (present !== tab) await call('POST', `${session}/window`, { handle: tab });
        present = tab;
        return call<T>(method, session + path, body);
      });
      last = done.catch(() => undefined);
      return done;
    },
    tabs: () => call('GET', `${session}/window/handles`),
    end: () => call('DELETE', session),
  };
}
