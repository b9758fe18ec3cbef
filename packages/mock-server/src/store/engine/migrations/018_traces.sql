-- What a trace needs: the subscriber of the record of a batch, and the numbers of emails and of attempts to deliver a webhook,
-- separated by spaces.
alter table outcomes add column subscriber_id text;
alter table outbox add column seq bigint;
alter table webhook_deliveries add column attempt_seqs text not null default '';
-- The emails that have no delivery, such as confirmations.
create index outbox_of_no_mailing on outbox (account_id, subscriber_id) where delivery_id is null;
