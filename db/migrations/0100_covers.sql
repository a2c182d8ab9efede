-- The frame that stands for a video until somebody chooses another, seconds: measured from the video, fixed at approval.
alter table videos add column cover_at double precision;
-- Names the picture that its rider uploaded as the cover; null: a frame is the cover.
alter table videos add column cover_picture text;

-- What is out already keeps the frame that it has.
update videos set cover_at =
  coalesce((ai_thumbnails -> 0 ->> 'timestamp')::double precision, least(1, duration_seconds / 4))
where status in ('approved', 'published');
