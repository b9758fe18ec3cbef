import { styled, visibleLine } from '@trickle/design/terminal';
import type { Plan } from '@trickle/mock-server';
import { writeText } from '../files/write-text.ts';
import type { Context } from '../terminal/context.ts';
import { EXIT, ExitSignal, UsageError } from '../terminal/exit-signal.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { planDifference, readPlan } from './compare-plans.ts';
import { planPage } from './html.ts';
import { runProgram } from './program.ts';
import { openSandbox, type Sandbox, startSandbox } from './sandbox.ts';
import { planText } from './text.ts';
import { environmentOf, type Variable } from './variables.ts';

interface Input {
  readonly program: readonly string[];
  readonly seed: string | undefined;
  readonly days: number;
  readonly time: string | undefined;
  readonly env: readonly Variable[];
  readonly expect: string | undefined;
  readonly html: string | undefined;
  readonly sandbox: string | undefined;
  readonly keep: boolean;
}

/** Runs a program on a sandbox, and prints what it would do. Ends with the exit code of the program. */
export async function run(input: Input, { globals, terminal }: Context): Promise<void> {
  const { program, expect, keep } = input;
  if (program.length === 0) {
    throw new UsageError('Name the program after --, as in trickle rehearse -- node win-back.mjs');
  }
  const expected = expect === undefined ? undefined : await readPlan(expect);
  const start = { seed: input.seed, account: globals.account, time: input.time };
  const sandbox = await (input.sandbox === undefined
    ? startSandbox(start)
    : openSandbox(input.sandbox, start, terminal.io));
  try {
    const plan = await rehearse(sandbox, input, terminal);
    await report(plan, input, terminal);
    const differences = expected ? planDifference(expected, plan) : [];
    printDifferences(differences, expect, terminal);
    if (keep) await untilInterrupted(sandbox, terminal);
    const { exit = EXIT.done } = plan;
    if (exit !== EXIT.done) throw new ExitSignal(exit, `The program ended with ${exit}.`);
    if (differences.length > 0) throw new ExitSignal(EXIT.differs, `The plan differs from ${expect}.`);
  } finally {
    await sandbox.close();
  }
}

async function rehearse(
  sandbox: Sandbox,
  { program, env: variables, days }: Input,
  terminal: Terminal,
): Promise<Plan> {
  const { io, isJson } = terminal;
  const env = environmentOf(io.env, sandbox.access, variables);
  let exit = 0;
  const plan = await sandbox.rehearse(async () => {
    exit = await runProgram(program, { io, env, isJson });
    terminal.live('Looking ahead');
  }, days);
  terminal.live('');
  const { format, version, exit: _, ...rest } = plan; // a sandbox does not know the exit code
  return { format, version, exit, ...rest };
}

async function report(plan: Plan, { program, html }: Input, terminal: Terminal): Promise<void> {
  const command = program.join(' ');
  if (html !== undefined) await writeText(html, planPage(plan, command));
  // Indented, since plans are committed and reviewed.
  if (terminal.isJson) return terminal.print(`${JSON.stringify(plan, undefined, 2)}\n`);
  const heading = `What ${visibleLine(command)} would do`;
  await terminal.print(['\n', styled(['bold', 'underline'], heading), '\n', planText(plan)]);
  if (html !== undefined) terminal.note(`Wrote ${html}.`);
}

function printDifferences(
  differences: readonly string[],
  file: string | undefined,
  terminal: Terminal,
): void {
  if (file === undefined) return;
  const lines = differences.map((line) => `\n${visibleLine(line)}`);
  if (lines.length === 0) terminal.note(`The plan is that of ${file}.`);
  else terminal.complain([styled('red', `The plan differs from ${file}:`), ...lines]);
}

/** Leaves the sandbox as it is until Ctrl-C. */
async function untilInterrupted({ inspector }: Sandbox, terminal: Terminal): Promise<void> {
  terminal.announce(`The sandbox is at ${inspector}. Press Ctrl-C to stop it.`);
  await new Promise<void>((resolve) => {
    const release = terminal.io.onInterrupt(() => {
      release();
      resolve();
    });
  });
}
