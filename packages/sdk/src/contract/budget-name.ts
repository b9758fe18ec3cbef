/** The budgets of the interface ("Limits"): requests an hour, batches an hour, records in batches an hour. */
export type BudgetName = 'individual' | 'batch' | 'records';
