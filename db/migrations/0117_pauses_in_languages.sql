-- Which sentence says why a platform's channels wait, with its values, so that it is read in the reader's language. The
-- English text stays beside it; a pause from before has nothing else.
alter table channel_pauses add column closed_said jsonb;
alter table publishing_lanes add column closed_said jsonb;
