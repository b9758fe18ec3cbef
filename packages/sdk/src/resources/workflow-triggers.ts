import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { WorkflowTrigger, WorkflowTriggerInput } from '../records.generated.ts';
import { workflowTriggers } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class WorkflowTriggers extends Resource {
  /**
   * Lists all triggers of a workflow. `actions_required` lists the steps required before a trigger takes effect.
   *
   * Interface: "Workflows and triggers".
   *
   * @throws {@link NotFoundError} if there is no such workflow.
   *
   * @example
   * ```ts
   * for (const { id, trigger_type } of await client.workflowTriggers.list('222')) {
   *   console.log(id, trigger_type); // 9001 performed_custom_event
   * }
   * ```
   */
  list(workflowId: string, options?: CallOptions): ApiPromise<WorkflowTrigger[]> {
    return this.call(workflowTriggers.list, { path: [workflowId], options });
  }

  /**
   * Adds a trigger to a workflow.
   *
   * Not retried, since a retry could add a second trigger. Interface: "Workflows and triggers".
   *
   * @throws {@link NotFoundError} if there is no such workflow.
   *
   * @example
   * ```ts
   * const trigger = await client.workflowTriggers.create('222', {
   *   provider: 'my_shop',
   *   trigger_type: 'performed_custom_event',
   *   properties: { action: 'Signed up' },
   * });
   * console.log(trigger.type); // trigger
   * ```
   */
  create(
    workflowId: string,
    trigger: WorkflowTriggerInput,
    options?: CallOptions,
  ): ApiPromise<WorkflowTrigger> {
    return this.call(workflowTriggers.create, { path: [workflowId], body: trigger, options });
  }

  /**
   * Updates a trigger. Accepts the same input as `create`.
   *
   * Interface: "Workflows and triggers".
   *
   * @throws {@link NotFoundError} if there is no such workflow or trigger.
   *
   * @example
   * ```ts
   * await client.workflowTriggers.update('222', '9001', {
   *   provider: 'my_shop',
   *   trigger_type: 'performed_custom_event',
   *   properties: { action: 'Upgraded' },
   * });
   * ```
   */
  update(
    workflowId: string,
    triggerId: string,
    trigger: WorkflowTriggerInput,
    options?: CallOptions,
  ): ApiPromise<WorkflowTrigger> {
    return this.call(workflowTriggers.update, { path: [workflowId, triggerId], body: trigger, options });
  }
}
