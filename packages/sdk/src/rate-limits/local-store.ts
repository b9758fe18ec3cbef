import type { BudgetName } from '../contract/budget-name.ts';
import type { Ask, Denied, Grant, LimitStore } from './budget.ts';
import { Budget } from './budget.ts';

type Budgets = Readonly<Record<BudgetName, Budget>>;

/** Creates a store of budgets in this process. */
export function localStore(): LimitStore {
  const accounts = new Map<string, Budgets>();

  const budgetsOf = ({ account, allowances }: Ask): Budgets => {
    const existing = accounts.get(account);
    if (existing) return existing;
    const { individual, batch, records, window, share } = allowances;
    const made = {
      individual: new Budget(individual, window, false, share),
      batch: new Budget(batch, window, false, share),
      records: new Budget(records, window, true, share),
    };
    accounts.set(account, made);
    return made;
  };

  return {
    isShared: false,
    take(ask): Grant | Denied {
      const { costs, now, waiting, deadline } = ask;
      const budgets = budgetsOf(ask);
      let denied: Denied | undefined;
      for (const { budget, amount } of costs) {
        const until = budgets[budget].freeAt(now, amount, waiting, deadline);
        if (until > (denied?.until ?? now)) denied = { budget, until };
      }
      return (
        denied ?? { id: '', marks: costs.map(({ budget, amount }) => budgets[budget].take(now, amount)) }
      );
    },
    settle(ask, { marks }, outcomes) {
      const budgets = budgetsOf(ask);
      for (const [i, { budget, amount }] of ask.costs.entries()) {
        const mark = marks[i];
        const outcome = outcomes[i];
        if (mark && outcome) budgets[budget].settle(ask.now, amount, mark, outcome);
      }
    },
  };
}
