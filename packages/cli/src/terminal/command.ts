import { Argument, Option } from 'commander';

/** A value that a shell completes, with a description. */
export interface Suggestion {
  readonly value: string;
  readonly description?: string | undefined;
}

/** Where the values of an option or an argument come from. */
export type Source = 'events' | 'event list' | 'accounts' | 'files';

/** An option whose values a shell completes, although others are allowed. */
export class SuggestingOption extends Option {
  readonly source: Source;

  constructor(flags: string, description: string, source: Source) {
    super(flags, description);
    this.source = source;
  }
}

/** An argument whose values a shell completes, although others are allowed. */
export class SuggestingArgument extends Argument {
  readonly source: Source;

  constructor(name: string, description: string, source: Source) {
    super(name, description);
    this.source = source;
  }
}
