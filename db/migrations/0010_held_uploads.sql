-- Uploads of an account whose address was not proved yet, until the owner of the address has looked at them.
alter table videos add column held boolean not null default false;
create index videos_held on videos (user_id) where held;

-- Proving an address (users.email_verified_at) is the boundary, whichever way it is proved: what the account held
-- until then was made by whoever typed the address. Together with the proof or not at all.
create function hold_what_came_before_the_proof() returns trigger language plpgsql as $$
begin
  update videos set held = true, updated_at = now() where user_id = new.id;
  delete from notifications where user_id = new.id;
  return null;
end $$;
create trigger address_proved after update of email_verified on users
  for each row when (new.email_verified and not old.email_verified)
  execute function hold_what_came_before_the_proof();
