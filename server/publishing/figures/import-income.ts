import type { Platform } from '#contract/publishing/publications.ts'
import { type Micros, plus } from '#server/core/money.ts'
import { daysAfter, lastDayOf, monthsAfter } from '#server/core/time-zone.ts'
import { type IncomeReport, PublishError } from '#server/platforms/index.ts'
import { type ChannelRow, listChannels } from '../channels/store.ts'
import { accountOf, canFollow } from '../channels/tokens.ts'
import type { PublishingDeps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'

/** How long after its end a month is asked for again, because platforms correct what they report. */
const revisedDays = 45

type Post = { platform: Platform; post_id: string; first_day: string }

/** A channel's posts, with the platform's day on which each went out. */
async function postsOf(deps: PublishingDeps, channel: ChannelRow, report: IncomeReport): Promise<Post[]> {
  const rows = await deps.db
    .selectFrom('publications')
    .select(['platform', 'post_id', 'published_at', 'created_at'])
    .where('channel_id', '=', channel.id)
    .where('post_id', 'is not', null)
    .orderBy('created_at')
    .execute()
  const byId = new Map(rows.map(row => [row.post_id as string, row]))
  return [...byId].map(([post_id, { platform, published_at, created_at }]) => ({
    ...{ platform, post_id },
    first_day: report.dayOf(published_at ?? created_at),
  }))
}

/** The months to ask for, oldest first: those never asked for, and those that may have changed since. */
async function monthsDue(
  deps: PublishingDeps,
  channel: ChannelRow,
  { posts, newest }: { posts: readonly Post[]; newest: string },
): Promise<string[]> {
  const first = posts.map(p => p.first_day).sort()[0]
  if (!first) return []
  const asked = await deps.db
    .selectFrom('platform_income')
    .select(eb => [
      eb.fn<string>('to_char', ['month', eb.val('YYYY-MM')]).as('month'),
      eb.fn<string>('to_char', [eb.fn.min('through'), eb.val('YYYY-MM-DD')]).as('through'),
    ])
    .where('channel_id', '=', channel.id)
    .groupBy('month')
    .execute()
  const through = new Map(asked.map(a => [a.month, a.through]))
  const due: string[] = []
  for (let month = first.slice(0, 7); month <= newest.slice(0, 7); month = monthsAfter(month, 1)) {
    const last = through.get(month)
    if (!last || (last < newest && last < daysAfter(lastDayOf(month), revisedDays))) due.push(month)
  }
  return due
}

/** Asks for a month of a channel and keeps what each of its platforms paid. No transaction is open meanwhile. */
async function importMonth(
  deps: PublishingDeps,
  { channel, report, posts }: { channel: ChannelRow; report: IncomeReport; posts: readonly Post[] },
  { month, newest }: { month: string; newest: string },
): Promise<void> {
  const [from, end] = [`${month}-01`, lastDayOf(month)]
  const days = { from, through: newest < end ? newest : end }
  const account = accountOf(deps, channel, 'follow')
  const theirs = posts.filter(p => p.first_day <= end)
  const paid = new Map<string, Micros | null>()
  for (let i = 0; i < theirs.length; i += report.batch) {
    const ids = theirs.slice(i, i + report.batch).map(p => p.post_id)
    for (const [id, amount] of await report.of(ids, days, account)) paid.set(id, amount)
  }
  const updated_at = await deps.time(deps.db)
  const rows = [...Map.groupBy(theirs, p => p.platform)].map(([platform, some]) => {
    const amounts = some.map(p => paid.get(p.post_id)).filter(amount => amount !== undefined)
    const known = amounts.filter(amount => amount !== null)
    // A report without any row may also mean that the channel earns nothing yet or that it isn't made: not 0.
    const isKnown = known.length > 0 && known.length === amounts.length
    return {
      ...{ month: from, platform, channel_id: channel.id, source: 'analytics' as const },
      ...{ micros: isKnown ? Number(plus(...known)) : null, through: newest, updated_at },
    }
  })
  if (rows.length === 0) return
  await deps.db
    .insertInto('platform_income')
    .values(rows)
    .onConflict(c =>
      c.columns(['month', 'platform', 'channel_id']).doUpdateSet(eb => ({
        micros: eb.ref('excluded.micros'),
        through: eb.ref('excluded.through'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/**
 * Imports what platforms report to have paid for our posts, by month, from channels that let it be read: a new month
 * once a day, as each day is complete, and corrections for some weeks. A month without an answer is asked for again.
 */
export async function importIncome(deps: PublishingDeps): Promise<void> {
  const now = await deps.time(deps.db)
  const granted = (await listChannels(deps.db)).flatMap(channel => {
    const report = deps.networks[channel.kind].publisher.income
    return report?.grantedBy(channel.scopes) && canFollow(channel) ? [{ channel, report }] : []
  })
  await eachAlone(
    deps,
    granted,
    ({ channel }) => channel.id,
    async ({ channel, report }) => {
      const posts = await postsOf(deps, channel, report)
      const newest = report.lastDay(now)
      try {
        for (const month of await monthsDue(deps, channel, { posts, newest }))
          await importMonth(deps, { channel, report, posts }, { month, newest })
      } catch (error) {
        if (!(error instanceof PublishError)) throw error
        deps.log.warn({ code: error.code, channel: channel.id }, 'income could not be fetched')
      }
    },
  )
}
