-- Which sentences a notification says, with their values, so that it is read in the reader's language. Title and message
-- stay as they were in English; rows from before have nothing else.
alter table notifications add column said jsonb;
