-- The few jobs that a trace reads. Deliveries, memberships and subscriptions say themselves that they wait.
create index jobs_of_traces on jobs (account_id, seq) where kind not in ('webhook', 'workflow_steps', 'campaign_emails');
