// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** A trigger that starts subscribers on a workflow ("Workflow trigger"). */
export interface WorkflowTrigger {
  id: string;
  type: 'trigger' | (string & {});
  trigger_type: string;
  provider: string;
  properties: Record<string, unknown>;
  /** Steps required before the trigger takes effect. */
  actions_required: Array<{
    code: string;
    message: string;
  }>;
}

/** Arguments for creating or updating a trigger. */
export interface WorkflowTriggerInput {
  provider: string;
  trigger_type: string;
  properties?: Record<string, unknown> | undefined;
}
