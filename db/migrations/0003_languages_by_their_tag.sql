-- Which languages there are is known by their catalogs.
alter table users drop constraint users_language_check,
  add constraint users_language_check check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
