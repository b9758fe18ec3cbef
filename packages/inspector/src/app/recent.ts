import { accountId } from '../api/accounts.ts';

interface Visit {
  readonly url: string;
  readonly title: string;
  readonly kind: string;
  readonly account: string;
}

const NAME = 'trickle-inspector-recent';
const MAX_VISITS = 30;

function read(): readonly Visit[] {
  try {
    const visits: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(visits) ? (visits as readonly Visit[]) : []; // written below
  } catch {
    return []; // by something else
  }
}

/** The records of the chosen account that were opened last, the latest first. The browser remembers them. */
export const recentVisits = (): readonly Visit[] =>
  read().filter(({ account }) => account === accountId.value);

export function noteVisit(title: string, kind: string): void {
  const url = window.location.pathname;
  const visit = { url, title, kind, account: accountId.peek() };
  const others = read().filter((one) => one.url !== url || one.account !== visit.account);
  localStorage.setItem(NAME, JSON.stringify([visit, ...others].slice(0, MAX_VISITS)));
}
