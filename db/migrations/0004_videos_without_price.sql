-- Published videos without a price are few, but the planner multiplied two common conditions and took them for many: then
-- it read the whole table. `is true` keeps the condition in one piece, for which statistics are kept.
create statistics videos_unpriced_estimate on (status = 'published' and priced_at is null and not held) from videos;
create index videos_unpriced on videos (created_at, id)
  where (status = 'published' and priced_at is null and not held) is true;
drop index videos_without_price;
analyze videos;
