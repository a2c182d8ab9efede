-- Since when a platform has every byte of a post: it is asked less and less often from then on, and not for ever.
-- Null as written by the version before; the time of the upload's opening stands in for it.
alter table publications add column processing_at timestamptz;
