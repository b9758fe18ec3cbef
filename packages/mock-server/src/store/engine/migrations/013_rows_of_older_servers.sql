-- Servers of versions 5 to 11 do not notice that a newer one has migrated their tables, and go on writing tags without the
-- number that version 12 added. Their rows get it here: those that are there, and each further one.
update subscriber_tags set subscriber_seq = (
  select seq from subscribers
  where subscribers.account_id = subscriber_tags.account_id and subscribers.id = subscriber_tags.subscriber_id
) where subscriber_seq is null;
-- sqlite only
create trigger number_of_tagged_subscriber after insert on subscriber_tags when new.subscriber_seq is null begin
  update subscriber_tags set subscriber_seq = (
    select seq from subscribers where account_id = new.account_id and id = new.subscriber_id
  ) where seq = new.seq;
end;
-- postgres only
create function number_of_tagged_subscriber() returns trigger language plpgsql as $$ begin
  new.subscriber_seq := (select seq from subscribers where account_id = new.account_id and id = new.subscriber_id);
  return new;
end $$;
create trigger number_of_tagged_subscriber before insert on subscriber_tags
  for each row when (new.subscriber_seq is null) execute function number_of_tagged_subscriber();
-- both
-- What all servers of a database have to know, and nobody else: the key that signs the consent page.
create table server_secrets (name text primary key, value text not null);
