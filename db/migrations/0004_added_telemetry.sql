-- Telemetry that the rider added beside a video whose file has none (an excerpt of the original, GPX, CSV).
alter table videos add column telemetry_key text;
