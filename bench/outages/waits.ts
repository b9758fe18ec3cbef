import { setTimeout as pause } from 'node:timers/promises';
import { table } from '../report/table.ts';

/** One write of a client whose server was not disturbed. */
interface Write {
  readonly during: string;
  readonly milliseconds: number;
  readonly isAccepted: boolean;
}

/** Writers at servers that are well, which measure how long they wait while another server is disturbed. */
export class Waits {
  readonly #writes: Write[] = [];
  /** What is being done to the servers. */
  phase = 'nothing';
  readonly phases = new Map<string, number>();

  /** Begins a phase. */
  begin(phase: string): void {
    this.phase = phase;
    this.phases.set(phase, (this.phases.get(phase) ?? 0) + 1);
  }

  /** Writes to an account, one request after another, until the end. `port` names a server that is well. */
  async write(
    { accountId, token, port }: { accountId: string; token: string; port: () => number | undefined },
    end: AbortSignal,
  ): Promise<void> {
    const headers = { authorization: `Basic ${btoa(`${token}:`)}`, 'content-type': 'application/json' };
    const body = JSON.stringify({
      subscribers: [{ email: `waits@${accountId}.test`, custom_fields: { at: '1' } }],
    });
    for (; !end.aborted; await pause(50)) {
      const during = this.phase;
      const to = port();
      if (to === undefined) continue;
      const start = performance.now();
      const url = `http://127.0.0.1:${to}/v2/${accountId}/subscribers`;
      const status = await fetch(url, { method: 'POST', headers, body }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        () => 0, // the connection was lost
      );
      // A limit says nothing about the database.
      if (status === 429) continue;
      this.#writes.push({ during, milliseconds: performance.now() - start, isAccepted: status === 200 });
    }
  }

  /** How long the writes took during each kind of disturbance. */
  table(): string {
    const rows = [...this.phases].map(([during, times]) => {
      const writes = this.#writes.filter((write) => write.during === during);
      const sorted = writes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
      const at = (share: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
      const failed = writes.filter(({ isAccepted }) => !isAccepted).length;
      const numbers = [times, writes.length, at(0.5), at(0.99), at(1), failed];
      return [during, ...numbers.map((number) => Math.round(number).toLocaleString('en'))];
    });
    return table(['Meanwhile', 'Times', 'Writes', 'Median ms', '99 % ms', 'Longest ms', 'Failed'], rows);
  }
}
