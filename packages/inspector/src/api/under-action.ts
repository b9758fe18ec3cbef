interface ActionName {
  readonly id: string;
  /** In words, such as `Subscriber deleted`. */
  readonly title: string;
}

let current: ActionName | undefined;

/** Runs an action of the user: the server copies the account before its first call, so that it can be undone. */
export async function underAction<Result>(action: ActionName, work: () => Promise<Result>): Promise<Result> {
  current = action;
  try {
    return await work();
  } finally {
    if (current === action) current = undefined;
  }
}

export const actionHeaders = (): Readonly<Record<string, string>> =>
  current ? { 'trickle-action': `${current.id} ${encodeURIComponent(current.title)}` } : {};
