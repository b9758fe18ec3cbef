/** The hourly rate limits ("Limits"): single requests, batch requests, and records in batches. */
export type BudgetName = 'individual' | 'batch' | 'records';
