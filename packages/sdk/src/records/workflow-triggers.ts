// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** What starts people on a workflow ("Workflow trigger"). */
export interface WorkflowTrigger {
  id: string;
  type: 'trigger' | (string & {});
  trigger_type: string;
  provider: string;
  properties: Record<string, unknown>;
  /** What is still to be done before the trigger works. */
  actions_required: Array<{
    code: string;
    message: string;
  }>;
}

/** Arguments of creating or updating a trigger. */
export interface WorkflowTriggerInput {
  provider: string;
  trigger_type: string;
  properties?: Record<string, unknown> | undefined;
}
