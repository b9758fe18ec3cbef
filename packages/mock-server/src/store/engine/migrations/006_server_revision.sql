-- The number of changes to accounts and clocks: a server of the database that knows another number reads them again.
create table server_revision (revision bigint not null);
insert into server_revision (revision) values (0);
