import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** One more person's money, as version 0042 stored it. Amounts in dollars. */
export interface OldPayee {
  name: string
  email: string
  /** earned and past its hold period: a multiple of the earnings of one view, $0.035 */
  earned: number
  payout?: {
    status: 'pending' | 'unknown' | 'completed' | 'failed'
    approval: 'not_needed' | 'needed' | 'approved' | 'held'
    holdReason?: string
    approvedBy?: string
  }
  suspended?: string
  deleted?: true
}

const micros = (dollars: number) => Math.round(dollars * 1_000_000)

type Line = [kind: string, amount: number]

/** Writes one ledger entry with its lines; creators' accounts are `creator_…`. */
async function postEntry(
  db: pg.Client,
  userId: string | null,
  entry: {
    event: string
    type: string
    facts?: object
    views?: number
    videoId?: string
    reverses?: string
  },
  lines: Line[],
): Promise<string> {
  const creators = lines.filter(([kind]) => kind === 'creator_pending' || kind === 'creator_payable')
  const { rows } = await db.query<{ id: string }>(
    `insert into ledger_entries (source_event, type, user_id, video_id, platform, creator_amount, views, facts,
       reverses, occurred_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now()) returning id`,
    [
      entry.event,
      entry.type,
      userId,
      entry.videoId ?? null,
      entry.videoId ? 'youtube' : null,
      creators.reduce((sum, [, amount]) => sum + amount, 0),
      entry.views ?? 0,
      entry.facts ?? {},
      entry.reverses ?? null,
    ],
  )
  const id = rows[0]?.id as string
  for (const [kind, amount] of lines)
    await db.query(
      `insert into ledger_lines (entry_id, account_id, amount)
       select $1, id, $3 from ledger_accounts where kind = $2 and user_id is not distinct from $4`,
      [id, kind, amount, kind.startsWith('creator_') ? userId : null],
    )
  return id
}

/** What a view earns in millionths of a dollar, and the creator's share in percent. */
const [grossPerView, creatorPercent] = [50_000, 70]

async function addEarnings(db: pg.Client, userId: string, amount: number): Promise<void> {
  const gross = (amount * 100) / creatorPercent
  const views = gross / grossPerView
  const videoId = randomUUID()
  const facts = {
    ...{ from: 0, to: views, gross: String(gross), ratePerView: '0.05', creatorPercent },
    ...{ viralScore: 0, viralMultiplier: 1, planMultiplier: 1, sampledAt: new Date().toISOString() },
  }
  await postEntry(db, null, { event: `views_batch:${videoId}`, type: 'views_batch', facts: { entries: 1 } }, [
    ['view_revenue', -gross],
    ['views_clearing', gross],
  ])
  const event = `views:youtube:${videoId}:1`
  await postEntry(db, userId, { event, type: 'view_revenue', views, facts, videoId }, [
    ['views_clearing', -gross],
    ['creator_pending', amount],
    ['platform', gross - amount],
  ])
  await postEntry(db, userId, { event: `release:${userId}:1`, type: 'release', facts: { holdDays: 0 } }, [
    ['creator_pending', -amount],
    ['creator_payable', amount],
  ])
}

async function addPayout(
  db: pg.Client,
  userId: string,
  { status, approval, holdReason, approvedBy }: NonNullable<OldPayee['payout']>,
  amount: number,
): Promise<void> {
  const id = randomUUID()
  const failed =
    status === 'failed' ? ['account_closed', 'The bank account is closed.', 'creator'] : [null, null, null]
  await db.query(
    `insert into payouts (id, user_id, amount, fee, method, status, approval, hold_reason, approved_by, origin,
       created_at, sent_at, completed_at, provider_reference, failure_code, failure_message, failure_actor)
     values ($1, $2, $3, 0, 'manual', $4, $5, $6, $7, 'request', now() - interval '1 day', $8, $9, $10, $11, $12, $13)`,
    [
      ...[id, userId, amount, status, approval, holdReason ?? null, approvedBy ?? null],
      status === 'pending' ? null : new Date(),
      status === 'completed' ? new Date() : null,
      status === 'completed' ? `WIRE-${id}` : null,
      ...failed,
    ],
  )
  const taken: Line[] = [
    ['creator_payable', -amount],
    ['payout_clearing', amount],
  ]
  const facts = { payoutId: id, fee: '0', method: 'manual' }
  const entry = await postEntry(db, userId, { event: `payout:${id}`, type: 'payout', facts }, taken)
  if (status === 'completed')
    await postEntry(db, userId, { event: `payout:${id}:completed`, type: 'payout_completed', facts }, [
      ['payout_clearing', -amount],
      ['creator_paid', amount],
    ])
  if (status === 'failed')
    await postEntry(
      db,
      userId,
      { event: `reversal:${entry}`, type: 'payout_returned', facts, reverses: entry },
      taken.map(([kind, sum]) => [kind, -sum]),
    )
}

/**
 * Adds people with payouts to a database of version 0042 (see restore.ts), in SQL as that version wrote them:
 * its deletion left payouts unchanged, and kept the suspension in the row.
 * @returns their ids by name
 */
export async function addOldPayees(
  databaseUrl: string,
  payees: readonly OldPayee[],
): Promise<Record<string, string>> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const ids: Record<string, string> = {}
    for (const { name, email, earned, payout, suspended, deleted } of payees) {
      const id = randomUUID()
      ids[name] = id
      await db.query('begin')
      await db.query(
        `insert into users (id, email, email_verified, email_verified_at, name, suspended_at, suspended_reason)
         values ($1, $2, true, now(), $3, $4, $5)`,
        [id, email, name, suspended ? new Date() : null, suspended ?? null],
      )
      for (const kind of ['creator_pending', 'creator_payable', 'creator_paid'])
        await db.query('insert into ledger_accounts (kind, user_id) values ($1, $2)', [kind, id])
      await addEarnings(db, id, micros(earned))
      if (payout) await addPayout(db, id, payout, micros(earned))
      if (deleted)
        await db.query(
          `update users set email = id || '@deleted.invalid', email_verified = false, email_verified_at = null,
             name = 'Deleted rider', deleted_at = now() where id = $1`,
          [id],
        )
      await db.query('commit')
    }
    return ids
  } finally {
    await db.end()
  }
}
