-- What platforms paid for a month: reported for the posts of one of our channels, or typed by an admin for a platform
-- as a whole. A typed figure counts instead of the reported ones.
create table platform_income (
  month date not null check (extract(day from month) = 1),
  platform text not null references platforms (platform),
  -- null: typed
  channel_id uuid references platform_channels (id),
  source text not null check (source in ('analytics', 'typed')),
  -- null: the platform had no figure, which is not 0
  micros bigint,
  -- the platform's newest complete day when it was asked; the figure covers the month up to it
  through date,
  typed_by text references users (id),
  updated_at timestamptz not null,
  unique nulls not distinct (month, platform, channel_id),
  check (source = 'analytics' and channel_id is not null and through is not null and typed_by is null
    or source = 'typed' and channel_id is null and through is null and typed_by is not null and micros >= 0)
);
