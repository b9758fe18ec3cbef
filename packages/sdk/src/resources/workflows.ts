import type { ApiPromise } from '../core/api-promise.ts';
import type { PageCall } from '../core/pagination.ts';
import type { CallOptions } from '../options.ts';
import type { Subscriber, Workflow, WorkflowQuery, WorkflowStartInput } from '../records.generated.ts';
import { workflows } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Workflows extends Resource {
  /**
   * Lists the workflows of the account, oldest first by default.
   *
   * Interface: "Workflows and triggers".
   *
   * @example
   * ```ts
   * for await (const { id, name } of client.workflows.list({ status: 'active' })) {
   *   console.log(id, name); // 222 Onboarding
   * }
   * ```
   */
  list(query?: WorkflowQuery, options?: CallOptions): PageCall<Workflow> {
    return this.page(workflows.list, { query, options });
  }

  /**
   * Gets one workflow.
   *
   * Interface: "Workflows and triggers".
   *
   * @throws {@link NotFoundError} if there is no such workflow.
   *
   * @example
   * ```ts
   * console.log((await client.workflows.get('222')).status); // active
   * ```
   */
  get(workflowId: string, options?: CallOptions): ApiPromise<Workflow> {
    return this.call(workflows.get, { path: [workflowId], options });
  }

  /**
   * Activates a draft or paused workflow.
   *
   * Not retried, since a second activation fails.
   *
   * Interface: "Workflows and triggers", "States and transitions".
   *
   * @throws {@link ValidationError} if it cannot be activated.
   *
   * @example
   * ```ts
   * await client.workflows.activate('223');
   * console.log((await client.workflows.get('223')).status); // active
   * ```
   */
  activate(workflowId: string, options?: CallOptions): ApiPromise<undefined> {
    return this.call(workflows.activate, { path: [workflowId], options });
  }

  /**
   * Pauses an active workflow.
   *
   * Not retried, since a second pause fails.
   *
   * Interface: "Workflows and triggers", "States and transitions".
   *
   * @throws {@link ValidationError} if it cannot be paused.
   *
   * @example
   * ```ts
   * await client.workflows.pause('222');
   * console.log((await client.workflows.get('222')).status); // paused
   * ```
   */
  pause(workflowId: string, options?: CallOptions): ApiPromise<undefined> {
    return this.call(workflows.pause, { path: [workflowId], options });
  }

  /**
   * Starts a subscriber on a workflow, by `email` or `id`. Creates a subscriber for an unknown email address.
   *
   * If the workflow is not active, the call succeeds without adding the subscriber. Not retried.
   *
   * Interface: "Workflows and triggers", start arguments.
   *
   * @throws {@link NotFoundError} for an unknown workflow or `id`.
   *
   * @example
   * ```ts
   * const bob = await client.workflows.start('222', { email: 'bob@example.com', tags: ['trial'] });
   * console.log(bob.email); // bob@example.com
   * ```
   */
  start(workflowId: string, subscriber: WorkflowStartInput, options?: CallOptions): ApiPromise<Subscriber> {
    return this.call(workflows.start, { path: [workflowId], body: subscriber, options });
  }

  /**
   * Removes a subscriber from a workflow. Succeeds if the subscriber is not on it.
   *
   * Interface: "Workflows and triggers".
   *
   * @example
   * ```ts
   * await client.workflows.remove('222', 'ann@example.com');
   * ```
   */
  remove(workflowId: string, idOrEmail: string, options?: CallOptions): ApiPromise<undefined> {
    return this.call(workflows.remove, { path: [workflowId, idOrEmail], options });
  }
}
