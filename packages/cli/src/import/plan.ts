import { UsageError } from '../terminal/exit-signal.ts';
import type { Ask } from './consent.ts';
import { csvPlan } from './csv-plan.ts';
import { decodedText, encodingOf, headText } from './decode.ts';
import { jsonPlan } from './json-plan.ts';
import type { ImportOptions } from './options.ts';
import type { PlanPart } from './plan-part.ts';
import { constantsOf } from './record-maker.ts';
import { formatOf, isErrorReport } from './sniff.ts';
import type { Source } from './source.ts';
import { type Target, targets } from './targets.ts';

/** The plan for reading a file and making its records. It is complete before anything is sent. */
export interface Plan extends PlanPart {
  readonly target: Target;
  readonly encoding: string;
  /** Whether the file is the error report of an earlier import. */
  readonly isReport: boolean;
}

/** Makes the plan from the options and the beginning of a file. `ask` asks the user on a terminal. */
export async function planOf(source: Source, options: ImportOptions, ask?: Ask): Promise<Plan> {
  const target: Target = targets[options.as];
  const encoding = encodingOf(source, options.encoding);
  const head = headText(source, encoding);
  const isReport = isErrorReport(head);
  const format = (isReport ? undefined : options.format) ?? formatOf(source.name, head);
  if (format === 'json') {
    throw new UsageError(
      `${source.name} is a JSON array. Convert it to one record per line, for example with: jq -c '.[]'`,
    );
  }
  const constants = constantsOf(target, options);
  const input = {
    name: source.name,
    head,
    text: decodedText(source, encoding),
    target,
    constants,
    options,
    ask,
  };
  const part = await (format === 'ndjson' ? jsonPlan : csvPlan)(input);
  return { target, encoding, isReport, ...part };
}
