-- What a run measured of the ride, thinned for plots and a map: only the newest completed run of a video keeps it.
alter table analysis_runs add column ride jsonb;
