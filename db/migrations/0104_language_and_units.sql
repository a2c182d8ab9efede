-- How a person wants to read: null is what their browser asks for.
alter table users
  add column language text check (language in ('en', 'es-MX')),
  add column units text check (units in ('metric', 'imperial'));
