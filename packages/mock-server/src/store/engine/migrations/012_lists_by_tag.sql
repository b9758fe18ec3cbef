-- An index sorts the subscribers with a tag by creation, so that a list reads only the rows of its page.
alter table subscriber_tags add column subscriber_seq bigint;
update subscriber_tags set subscriber_seq = (
  select seq from subscribers
  where subscribers.account_id = subscriber_tags.account_id and subscribers.id = subscriber_tags.subscriber_id
);
drop index subscriber_tags_by_tag;
create index subscriber_tags_by_tag on subscriber_tags (account_id, tag, subscriber_seq);
