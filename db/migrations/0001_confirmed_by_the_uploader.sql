-- A person who confirms the address in the browser that is signed in to the account has uploaded its videos: nothing of
-- it is put on hold.
create or replace function hold_what_came_before_the_proof() returns trigger language plpgsql as $$
begin
  if current_setting('trailcut.proved_by_uploader', true) = 'on' then return null; end if;
  update videos set held = true, updated_at = now() where user_id = new.id;
  delete from notifications where user_id = new.id;
  return null;
end $$;
