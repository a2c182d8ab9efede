-- Work that asks another machine and that only one server may do at a time. A turn is a row, not a lock: it is renewed
-- while the work goes on and holds no connection meanwhile, and a dead process's turn is over soon.
create table turns (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);
