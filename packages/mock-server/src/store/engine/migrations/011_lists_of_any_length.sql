-- Lists of subscribers in order of creation read only the rows of their page: their conditions and their order are in one
-- index.
drop index subscribers_by_status;
create index subscribers_by_order on subscribers (account_id, seq, status, id);
