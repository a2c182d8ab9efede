-- What staff did with a post that was out: hidden is private at the platform, removed was deleted there.
alter table publications add column hidden_at timestamptz, add column removed_at timestamptz;
