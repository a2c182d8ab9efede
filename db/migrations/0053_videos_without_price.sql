-- Published videos whose views wait for a price: few, and staff ask for their number whenever they look at the figures.
create index videos_without_price on videos (created_at, id) where status = 'published' and priced_at is null;
