import type { Fetch } from '@trickle/sdk';

/** An output stream, with the properties of its terminal. */
export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** The parts of the process that commands use. Tests can replace them. */
export interface ProcessIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Undefined for the `fetch` of the runtime. */
  readonly fetch?: Fetch | undefined;
  /** Calls the listener for each Ctrl-C or similar signal. Returns a function that removes it. */
  onInterrupt(listener: (signal?: NodeJS.Signals) => void): () => void;
}

export const processIo: ProcessIo = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  onInterrupt(listener) {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, listener);
    return () => {
      for (const signal of signals) process.off(signal, listener);
    };
  },
};
