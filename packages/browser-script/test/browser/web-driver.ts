/** What a WebDriver was asked for, and did not do. */
export class WebDriverError extends Error {
  /** As WebDriver's specification calls it. */
  readonly code: string;

  constructor(request: string, { error, message }: { error: string; message: string }) {
    super(`${request}: ${error}: ${message}`);
    this.code = error;
  }
}

/** A session of a WebDriver. It is in one tab at a time, so what is asked of tabs is done one by one. */
export interface Session {
  /** The tab that was there when the session began. */
  readonly first: string;
  /** Asks something of a tab. */
  ask<T>(tab: string, method: string, path: string, body?: object): Promise<T>;
  /** Of the browser. */
  readonly version: string;
  tabs(): Promise<string[]>;
  end(): Promise<void>;
}

/** Opens a session at the URL of a WebDriver. */
export async function openSession(driver: string, capabilities: object): Promise<Session> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(driver + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: T & { error: string; message: string } };
    if (!response.ok) throw new WebDriverError(`${method} ${path}`, value);
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
