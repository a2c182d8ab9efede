-- Digests of credentials that signed somebody in once and must not do so again before they expire by themselves.
create table spent_proofs (
  digest text primary key,
  expires_at timestamptz not null
);
create index spent_proofs_expired on spent_proofs (expires_at);
