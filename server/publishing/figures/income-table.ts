import { sql } from 'kysely'
import type { z } from 'zod'
import type { IncomeMonth, platformIncomeBody } from '#contract/money/income.ts'
import { type Platform, platforms } from '#contract/publishing/publications.ts'
import { sentences } from '#sentences/publishing.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { fromCents, micros, plus, toDollars, zero } from '#server/core/money.ts'
import { lastDayOf, monthsAfter } from '#server/core/time-zone.ts'
import { promisesSince } from '#server/earnings/index.ts'
import type { PublishingDeps } from '../deps.ts'

/** How many months the table has. */
const monthsShown = 24

/** 'YYYY-MM' in UTC */
const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

interface Figure {
  month: string
  platform: Platform
  channel_id: string | null
  micros: string | null
  through: string | null
  by: string | null
  updated_at: Date
}

/** The figures of months, those without a known amount left out. */
async function figuresSince(db: Queryable, since: string): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    select to_char(i.month, 'YYYY-MM') as month, i.platform, i.channel_id, i.micros::text as micros,
      to_char(i.through, 'YYYY-MM-DD') as through, u.name as by, i.updated_at
    from platform_income i left join users u on u.id = i.typed_by
    where i.month >= ${`${since}-01`}::date and i.micros is not null`.execute(db)
  return rows
}

/** When each channel first posted on each platform: the month in UTC. */
async function firstPosts(db: Queryable): Promise<{ platform: string; channel_id: string; month: string }[]> {
  const { rows } = await sql<{ platform: string; channel_id: string; month: string }>`
    select p.platform, c.id as channel_id, to_char(first.at at time zone 'utc', 'YYYY-MM') as month
    from platform_channels c join platforms p on p.kind = c.kind
    cross join lateral (select coalesce(published_at, created_at) as at from publications
      where channel_id = c.id and platform = p.platform and post_id is not null
      order by coalesce(published_at, created_at) limit 1) first`.execute(db)
  return rows
}

/** What a platform paid for a month: as typed, else as reported for the channels that posted there by then. */
function incomeOf(
  month: string,
  figures: readonly Figure[],
  posted: ReadonlySet<string>,
): IncomeMonth['income'] {
  const typed = figures.find(f => f.channel_id === null)
  const counted = typed ? [typed] : figures
  if (counted.length === 0) return null
  const known = new Set(figures.map(f => f.channel_id))
  const through = counted.flatMap(f => f.through ?? []).sort()[0]
  const newest = Math.max(...counted.map(f => f.updated_at.getTime()))
  return {
    amount: toDollars(plus(...counted.map(f => micros(f.micros ?? 0)))),
    source: typed ? 'typed' : 'analytics',
    through: through && through < lastDayOf(month) ? through : null,
    channelsMissing: typed ? 0 : [...posted].filter(id => !known.has(id)).length,
    by: typed?.by ?? null,
    at: new Date(newest).toISOString(),
  }
}

/** Price, promise and income by month and platform, newest first; months of both kinds are left out if they have none. */
export async function incomeTable(db: Queryable, now: Date): Promise<IncomeMonth[]> {
  const since = monthsAfter(monthOf(now), 1 - monthsShown)
  const [promises, figures, first] = await Promise.all([
    promisesSince(db, since),
    figuresSince(db, since),
    firstPosts(db),
  ])
  const keyOf = (r: { month: string; platform: string }) => `${r.month} ${r.platform}`
  const promised = new Map(promises.map(p => [keyOf(p), p]))
  const paid = Map.groupBy(figures, keyOf)
  const months = [...new Set([...promises, ...figures].map(r => r.month))].sort().reverse()
  return months.flatMap(month =>
    platforms.flatMap((platform): IncomeMonth[] => {
      const key = keyOf({ month, platform })
      const [promise, known] = [promised.get(key), paid.get(key)]
      if (!promise && !known) return []
      const posted = first.filter(f => f.platform === platform && f.month <= month)
      const income = incomeOf(month, known ?? [], new Set(posted.map(p => p.channel_id)))
      const creator = promise?.creator ?? zero
      const complete = income && income.channelsMissing === 0
      return [
        {
          month,
          platform,
          views: promise?.views ?? 0,
          price: toDollars(promise?.gross ?? zero),
          promise: toDollars(creator),
          income,
          difference: complete ? Math.round((income.amount - toDollars(creator)) * 100) / 100 : null,
        },
      ]
    }),
  )
}

/** Keeps what an admin enters as paid by a platform for a month; null takes it back. */
export async function enterIncome(
  deps: Pick<PublishingDeps, 'db' | 'time'>,
  by: Auditor,
  { month, platform, amount }: z.infer<typeof platformIncomeBody>,
): Promise<void> {
  const now = await deps.time(deps.db)
  if (month > monthOf(now)) throw new AppError('bad_request', sentences.incomeTooEarly)
  const first = `${month}-01`
  const value = amount === null ? null : fromCents(Math.round(amount * 100))
  await deps.db.transaction().execute(async tx => {
    const before = await tx
      .deleteFrom('platform_income')
      .where('month', '=', sql<Date>`${first}::date`)
      .where('platform', '=', platform)
      .where('channel_id', 'is', null)
      .returning('micros')
      .executeTakeFirst()
    if (value !== null)
      await tx
        .insertInto('platform_income')
        .values({
          ...{ month: first, platform, source: 'typed', micros: Number(value) },
          ...{ typed_by: by.actorId, updated_at: now },
        })
        // Two admins at once: the later one counts.
        .onConflict(c =>
          c
            .columns(['month', 'platform', 'channel_id'])
            .doUpdateSet({ micros: Number(value), typed_by: by.actorId, updated_at: now }),
        )
        .execute()
    await record(tx, {
      ...by,
      action: 'income.enter',
      objectType: 'month',
      objectId: month,
      before: { amount: before?.micros == null ? null : toDollars(micros(before.micros)) },
      after: { month, platform, amount },
    })
  })
}
