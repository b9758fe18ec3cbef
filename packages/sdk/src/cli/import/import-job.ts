import type { BulkChunk, BulkProgress, BulkSummary, Client, RefusedRecord } from '@trickle/sdk';
import { Ending, EXIT } from '../terminal/endings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import type { Plan } from './plan.ts';
import type { ProgressDisplay, Shown } from './progress-display.ts';
import { Records, type Refusals } from './records.ts';
import type { SendingJob } from './targets.ts';

/** What an import works with. */
export interface ImportWork {
  readonly client: Client;
  readonly plan: Plan;
  readonly report: Refusals;
  readonly checkpoint: CheckpointFile | undefined;
  readonly terminal: Terminal;
  readonly onUnknown: 'stop' | 'skip' | 'repeat';
  readonly chunkSize: number;
  readonly concurrency: number;
}

/** Sends the records of a file. Ctrl-C ends it after the requests under way, a second one at once. */
export class ImportJob {
  readonly records: Records;
  readonly #work: ImportWork;
  readonly #job: SendingJob;
  #isStopping = false;

  constructor(work: ImportWork) {
    const { plan, client, report, checkpoint, onUnknown, chunkSize, concurrency } = work;
    this.#work = work;
    this.records = new Records(plan, report);
    this.#job = plan.target.send(client, this.records as AsyncIterable<never>, {
      ...{ onUnknown, chunkSize, concurrency, checkpoint },
      onRefused: (refused) => this.#refuse(refused),
      onChunk: (chunk) => this.#tell(chunk),
    });
  }

  get shown(): Shown {
    const { progress } = this.#job;
    return { progress, refused: progress.refused + this.records.unmade, rows: this.records.rows };
  }

  async run(display: ProgressDisplay): Promise<BulkSummary> {
    const release = this.#work.terminal.surroundings.onInterrupt(() => this.#interrupt());
    display.start();
    try {
      for await (const progress of this.#job) {
        display.update();
        if (this.#isStopping) this.#abortWhenIdle(progress);
      }
      return await this.#job;
    } finally {
      display.stop();
      release();
    }
  }

  #interrupt(): void {
    if (this.#isStopping) {
      this.#job.abort(new Ending(EXIT.interrupted));
      return;
    }
    this.#isStopping = true;
    this.records.stop();
    this.#abortWhenIdle(this.#job.progress);
    if (isUnderWay(this.#job.progress)) {
      this.#work.terminal.complain('Stopping after what is under way; Ctrl-C again stops at once.');
    }
  }

  #abortWhenIdle(progress: BulkProgress): void {
    if (!isUnderWay(progress)) this.#job.abort(new Ending(EXIT.interrupted));
  }

  async #refuse({ record, faults }: RefusedRecord): Promise<void> {
    const row = this.records.originOf(record);
    const reason = faults.map(({ message }) => message).join('; ');
    await this.#work.report.add(row, reason);
  }

  #tell({ outcome, records, error }: BulkChunk): void {
    if (outcome === 'accepted') return;
    const [first, last] = [records[0], records.at(-1)].map(
      (record) => record && this.records.originOf(record).line,
    );
    const what = outcome === 'failed' ? 'were not taken' : 'may have been taken, or not';
    const why = error instanceof Error ? error.message : String(error);
    this.#work.terminal.complain(`The records of lines ${first} to ${last} ${what}. ${why}`);
  }
}

/** What waits for the hour's budget does not count as sent yet. */
const isUnderWay = ({ sent, accepted, failed, unknown }: BulkProgress) => sent > accepted + failed + unknown;
