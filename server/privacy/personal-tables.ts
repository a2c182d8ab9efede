import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'

/**
 * One table's data about a person. `of` selects their rows of `t`; `gone` says what account deletion does.
 */
interface PersonalTable {
  of: (userId: string) => RawBuilder<boolean>
  /** columns that are not information about the person, but credentials or internal to this server */
  secret?: string[]
  /**
   * 'deleted' here, 'elsewhere' (by the slice that owns it, or with the row it refers to), or 'pseudonym':
   * kept for the books under the random id, for the given reason.
   */
  gone: 'deleted' | 'elsewhere' | { pseudonym: string }
}

const byUser = (userId: string) => sql<boolean>`t.user_id = ${userId}`
const byVideo = (userId: string) =>
  sql<boolean>`t.video_id in (select id from videos where user_id = ${userId} and not held)`
const byPublication = (userId: string) =>
  sql<boolean>`t.publication_id in (select id from publications where user_id = ${userId})`
const byCounter = (userId: string) =>
  sql<boolean>`t.counter_id in (select id from view_counters where user_id = ${userId})`
const byRun = (userId: string) =>
  sql<boolean>`t.run_id in (select r.id from analysis_runs r join videos v on v.id = r.video_id
    where v.user_id = ${userId} and not v.held)`
/** A person's address, once they have shown that it is theirs: anyone can sign up with another's. */
const addressOf = (userId: string) =>
  sql<string>`(select u.email from users u where u.id = ${userId} and u.email_verified)`
const byAddress = (userId: string) => sql<boolean>`t.address = ${addressOf(userId)}`
const books = { pseudonym: 'the ledger and tax records need it' }

const tables = {
  users: { of: id => sql`t.id = ${id}`, gone: 'elsewhere' },
  sessions: { of: byUser, secret: ['token'], gone: 'elsewhere' },
  identities: {
    of: byUser,
    secret: ['access_token', 'refresh_token', 'id_token', 'password'],
    gone: 'elsewhere',
  },
  access_tokens: { of: byUser, secret: ['digest'], gone: 'elsewhere' },
  webhooks: { of: byUser, secret: ['secret'], gone: 'deleted' },
  webhook_deliveries: {
    of: id => sql`t.webhook_id in (select w.id from webhooks w where w.user_id = ${id})`,
    gone: 'elsewhere',
  },
  known_devices: { of: byUser, secret: ['device'], gone: 'elsewhere' },
  second_factors: { of: byUser, secret: ['secret', 'last_step'], gone: 'elsewhere' },
  recovery_codes: { of: byUser, secret: ['digest'], gone: 'elsewhere' },
  videos: { of: id => sql`t.user_id = ${id} and not t.held`, gone: 'elsewhere' },
  analysis_runs: { of: byVideo, gone: 'elsewhere' },
  ride_figures: { of: byVideo, gone: 'elsewhere' },
  ride_minutes: { of: byRun, gone: 'elsewhere' },
  added_rides: { of: byVideo, gone: 'elsewhere' },
  private_places: { of: byUser, gone: 'deleted' },
  rider_pages: { of: byUser, gone: 'deleted' },
  rider_follows: { of: byAddress, gone: 'deleted' },
  renditions: { of: byVideo, gone: 'elsewhere' },
  stored_files: { of: byVideo, gone: 'elsewhere' },
  stored_sums: { of: byVideo, gone: 'elsewhere' },
  shared_files: { of: byVideo, gone: 'elsewhere' },
  processing_usage: { of: byUser, gone: 'deleted' },
  joined_videos: { of: byVideo, gone: 'elsewhere' },
  joined_parts: { of: byVideo, gone: 'elsewhere' },
  clips: { of: byVideo, gone: 'elsewhere' },
  music_files: { of: byVideo, secret: ['confirmed_by', 'allowed_by'], gone: 'elsewhere' },
  reels: { of: byVideo, secret: ['decided_by'], gone: 'elsewhere' },
  share_links: { of: byVideo, secret: ['token'], gone: 'elsewhere' },
  review_approvals: { of: byVideo, secret: ['approved_by'], gone: 'elsewhere' },
  review_labels: { of: byVideo, secret: ['reviewer_id'], gone: 'elsewhere' },
  review_rejections: { of: byVideo, secret: ['rejected_by'], gone: 'elsewhere' },
  review_decisions: { of: byVideo, secret: ['actor_id'], gone: 'elsewhere' },
  review_presence: { of: byUser, gone: 'deleted' },
  notifications: { of: byUser, gone: 'elsewhere' },
  notification_preferences: { of: byUser, gone: 'deleted' },
  mails: {
    of: id =>
      sql`t.user_id = ${id} or t.follow_id in (select f.id from rider_follows f where f.address = ${addressOf(id)})`,
    gone: 'elsewhere',
  },
  publications: {
    of: byUser,
    secret: ['session', 'lease_token', 'created_by'],
    gone: { pseudonym: 'posts that are out are counted; their words are cleared' },
  },
  publication_events: {
    of: byPublication,
    secret: ['actor_id'],
    gone: { pseudonym: 'what happened to a post; its words are cleared' },
  },
  publication_snapshots: { of: byPublication, gone: books },
  held_counts: { of: byPublication, secret: ['decided_by'], gone: books },
  publication_days: { of: byPublication, gone: books },
  held_sightings: { of: byPublication, gone: books },
  view_counters: { of: byUser, gone: books },
  view_samples: { of: byCounter, gone: books },
  folded_samples: { of: byCounter, gone: books },
  waiting_views: { of: byCounter, gone: books },
  earnings_by_day: { of: byUser, gone: books },
  earnings_by_video: { of: byUser, gone: books },
  earnings_by_user: { of: byUser, gone: books },
  payout_budget_notices: { of: byUser, gone: 'deleted' },
  earnings_milestones: { of: byUser, gone: 'deleted' },
  ledger_accounts: { of: byUser, gone: books },
  ledger_entries: { of: byUser, gone: books },
  payouts: { of: byUser, secret: ['approved_by'], gone: books },
  payee_tax_facts: {
    of: byUser,
    gone: { pseudonym: 'tax law asks for it for years; then the sweep erases it' },
  },
  payout_settings: { of: byUser, gone: 'deleted' },
  payee_countries: { of: byUser, gone: { pseudonym: 'money on hold goes there' } },
  payout_destinations: {
    of: byUser,
    gone: {
      pseudonym: 'money on hold goes there, and tax law asks for it for years; then the sweep erases it',
    },
  },
  billing_customers: { of: byUser, gone: books },
  billing_invoices: { of: byUser, gone: books },
  credit_movements: { of: byUser, gone: books },
  credit_recalls: { of: byUser, gone: books },
  disputes: { of: byUser, gone: books },
  dispute_files: {
    of: id => sql`t.dispute_id in (select d.id from disputes d where d.user_id = ${id})`,
    secret: ['uploaded_by'],
    gone: books,
  },
  early_fraud_warnings: { of: byUser, gone: books },
  revenue_portions: { of: byUser, gone: books },
  subscriptions: { of: byUser, gone: books },
  plan_changes: { of: byUser, gone: books },
  plan_quotes: { of: byUser, gone: 'deleted' },
  channel_connects: { of: byUser, secret: ['state', 'verifier'], gone: 'deleted' },
  platform_channels: {
    of: id => sql`t.connected_by = ${id}`,
    secret: ['access_token', 'refresh_token'],
    gone: { pseudonym: 'a channel of ours that a staff member connected' },
  },
  platform_income: {
    of: id => sql`t.typed_by = ${id}`,
    secret: ['typed_by'],
    gone: { pseudonym: 'what a platform paid us, entered by a staff member' },
  },
  audit_log: {
    of: id => sql`t.actor_id = ${id} or t.object_id = ${id} or t.object_id in (
      select id::text from videos where user_id = ${id} union all select id::text from publications where user_id = ${id}
      union all select id::text from payouts where user_id = ${id}
      union all select id from billing_invoices where user_id = ${id})`,
    secret: ['actor_id', 'request_id'],
    gone: { pseudonym: 'what staff did stays; words about the person are cleared' },
  },
} satisfies Record<string, PersonalTable>

/**
 * What we hold about a person: the export reads these rows, and deletion goes by them. A test finds tables that
 * refer to people and are missing here.
 */
export const personalTables: Record<keyof typeof tables, PersonalTable> = tables

/** A person's rows in one table, unchanged except that secrets are left out. */
export async function* rowsOf(
  db: Queryable,
  table: string,
  { of, secret = [] }: PersonalTable,
  userId: string,
): AsyncGenerator<unknown> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(t) - ${secret}::text[] as row from ${sql.table(table)} t where ${of(userId)}`.execute(db)
  for (const { row } of rows) yield row
}

/**
 * Deletes what no slice deletes itself: preferences and the like are deleted, and texts about the person in
 * retained rows are cleared. Runs before the videos are deleted, because the audit log knows them by id.
 */
export async function forgetEverywhere(tx: Queryable, userId: string, email: string): Promise<void> {
  const theirs = (table: keyof typeof tables) => personalTables[table].of(userId)
  await sql`update audit_log t set before = audit_facts(t.before), after = audit_facts(t.after)
    where ${theirs('audit_log')}`.execute(tx)
  await sql`update publication_events t set facts = '{}', sentence = to_jsonb('The account was deleted.'::text)
    where ${theirs('publication_events')}`.execute(tx)
  // The provider's page of an invoice names its payer.
  await sql`update billing_invoices t set url = null where ${theirs('billing_invoices')}`.execute(tx)
  await sql`update stripe_events e set payload = jsonb_build_object('id', e.id, 'type', e.type)
    where processed_at is not null and (position(${email} in payload::text) > 0 or exists (
      select from billing_customers c where c.user_id = ${userId} and position(c.customer_id in payload::text) > 0))`.execute(
    tx,
  )
  // Their followers' addresses.
  await sql`delete from rider_follows where rider_id = ${userId}`.execute(tx)
  await sql`delete from refused_addresses where address = ${email}`.execute(tx)
  for (const [table, { of, gone }] of Object.entries(personalTables))
    if (gone === 'deleted') await sql`delete from ${sql.table(table)} t where ${of(userId)}`.execute(tx)
}

/** Deletes messages about deleted videos that were written at the very moment of the deletion. */
export async function forgetLateMessages(db: Queryable): Promise<void> {
  for (const table of ['notifications', 'mails'])
    await sql`delete from ${sql.table(table)} t
      where t.video_id is not null and not exists (select from videos v where v.id = t.video_id)`.execute(db)
}
