-- Riders can keep the first and last 300 m of their rides to themselves. On unless a rider turns it off.
alter table users add column hide_home_zone boolean not null default true;
