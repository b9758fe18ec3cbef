import type { Fetch } from '@trickle/sdk';

/** A stream to write to, and what is known of the screen behind it. */
export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** Everything of the process that a command touches, so that tests can stand in for it. */
export interface ProcessIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Undefined for the runtime's. */
  readonly fetch?: Fetch | undefined;
  /** Calls the listener for each Ctrl-C and its like; gives the function that ends that. */
  onInterrupt(listener: () => void): () => void;
}

/** Those of this process. */
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
