-- Which sentences the state and the history of a publication say, with their values, so that they are read in the reader's
-- language. The English texts stay beside them; rows from before have nothing else.
alter table publications add column note_said jsonb, add column failure_said jsonb;
alter table publication_events add column said jsonb;
alter table platform_channels add column problem_said jsonb;
