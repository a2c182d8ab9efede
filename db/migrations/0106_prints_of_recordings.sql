-- Digests of a recording's sensor samples, by which a copy of it is recognized: only the newest completed run of a
-- video keeps them.
alter table analysis_runs add column prints bigint[];
create index analysis_runs_prints on analysis_runs using gin (prints) where prints is not null;
-- The same file once more, whoever uploaded it.
create index videos_original_sha256 on videos (original_sha256) where original_sha256 is not null;
