-- A rider's public page, /r/{name}, under the name they chose. It is off until they turn it on.
create table rider_pages (
  user_id text primary key references users (id) on delete cascade,
  -- lower case: names that differ in case alone would be mistaken for each other
  name text not null unique check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) between 3 and 30),
  shown boolean not null default false
);
