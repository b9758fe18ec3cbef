import type { BulkChunk, BulkProgress, BulkSummary, Client, RejectedRecord } from '@trickle/sdk';
import { errorText } from '../terminal/describe-error.ts';
import { EXIT, ExitSignal } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import type { ImportOptions } from './options.ts';
import type { Plan } from './plan.ts';
import type { ImportProgress, ProgressDisplay } from './progress.ts';
import { Reasons } from './reasons.ts';
import { Records, type RejectedRecords } from './records.ts';
import { RepeatCounter } from './repeat-counter.ts';
import type { Row } from './rows.ts';
import type { ImportRecord, SendingJob } from './targets.ts';

export interface ImportWork {
  readonly client: Client;
  readonly plan: Plan;
  readonly report: RejectedRecords;
  readonly checkpoint: CheckpointFile | undefined;
  readonly terminal: Terminal;
  readonly options: Pick<ImportOptions, 'onUnknown' | 'chunkSize'>;
}

/** Sends the records of a file. Ctrl-C stops it after the requests in progress; a second Ctrl-C stops it at once. */
export class ImportJob {
  readonly records: Records;
  readonly reasons = new Reasons();
  readonly #repeats = new RepeatCounter();
  readonly #work: ImportWork;
  readonly #job: SendingJob;
  #isStopping = false;

  constructor(work: ImportWork) {
    const { plan, client, checkpoint, options } = work;
    const { onUnknown, chunkSize } = options;
    this.#work = work;
    this.records = new Records(plan, { add: (row, reason) => this.#report(row, reason) });
    this.#job = plan.target.send(client, this.records as AsyncIterable<never>, {
      ...{ onUnknown, chunkSize, checkpoint },
      onRejected: (rejected) => this.#reject(rejected),
      onChunk: (chunk) => this.#note(chunk),
    });
  }

  get progress(): ImportProgress {
    const { progress } = this.#job;
    const { invalidRows, rows } = this.records;
    return { progress, rejected: progress.rejected + invalidRows, rows };
  }

  /** Records that referred to the same subscriber as an earlier one. */
  get repeats(): number {
    return this.#repeats.repeats;
  }

  async run(display: ProgressDisplay): Promise<BulkSummary> {
    const release = this.#work.terminal.io.onInterrupt(() => this.#interrupt());
    display.start();
    try {
      for await (const progress of this.#job) {
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
      this.#job.abort(new ExitSignal(EXIT.interrupted));
      return;
    }
    this.#isStopping = true;
    this.records.stop();
    this.#abortWhenIdle(this.#job.progress);
    if (isUnderWay(this.#job.progress)) {
      this.#work.terminal.complain('Finishing the requests in progress. Press Ctrl-C again to stop now.');
    }
  }

  #abortWhenIdle(progress: BulkProgress): void {
    if (!isUnderWay(progress)) this.#job.abort(new ExitSignal(EXIT.interrupted));
  }

  async #reject({ record, issues }: RejectedRecord): Promise<void> {
    const row = this.records.originOf(record);
    const reason = issues.map(({ message }) => message).join('; ');
    await this.#report(row, reason);
  }

  async #report(row: Row, reason: string): Promise<void> {
    // An earlier run may have reported it.
    if (await this.#work.report.add(row, reason)) this.reasons.add(reason);
  }

  #note({ outcome, records, error }: BulkChunk): void {
    if (outcome === 'accepted') {
      const { target } = this.#work.plan;
      if (target.isSubscriber) for (const record of records) this.#repeats.add(record as ImportRecord); // of ours
      return;
    }
    const [first, last] = [records[0], records.at(-1)].map(
      (record) => record && this.records.originOf(record).line,
    );
    const lines = first === last ? `Line ${first}` : `Lines ${first} to ${last}`;
    const what = outcome === 'failed' ? 'not imported' : 'may or may not have been imported';
    this.#work.terminal.complain(`${lines}: ${what}. ${errorText(error)}`);
  }
}

/** Records that are waiting for the rate limit do not count as sent. */
const isUnderWay = ({ sent, accepted, failed, unknown }: BulkProgress) => sent > accepted + failed + unknown;
