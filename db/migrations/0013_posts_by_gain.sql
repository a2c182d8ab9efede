-- The views that a post had gained in the 90 days up to its last count, without what was taken off. In no 90 days or fewer
-- that end later has it gained more, so the list of posts that gained most ends where no other can. null: not counted
-- since this column came.
alter table publications add column gained_lately bigint;
create index publications_by_gain on publications (coalesce(gained_lately, views), id) where state = 'published';

-- By a trigger, so that a server of the previous version keeps it, too. A count stores its day before its post.
create function publications_gained_lately() returns trigger language plpgsql as $$
begin
  new.gained_lately := (select coalesce(sum(greatest(views, 0)), 0) from publication_days
    where publication_id = new.id and day > (coalesce(new.sampled_at, '-infinity') at time zone 'utc')::date - 90);
  return new;
end $$;
create trigger publications_gained_lately before update of views on publications
  for each row execute function publications_gained_lately();
