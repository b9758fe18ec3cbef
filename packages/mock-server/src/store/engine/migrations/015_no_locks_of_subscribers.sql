-- Overlapping updates of a subscriber are found in memory, by the server that handles them.
drop table subscriber_locks;
