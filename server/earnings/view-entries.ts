import { createHash } from 'node:crypto'
import { minus, plus } from '#server/core/money.ts'
import type { NewEntry } from '#server/ledger/index.ts'
import type { Counter, RangeFacts } from './counters.ts'
import { arePremium, earningsOf, termsAsFacts } from './policy.ts'
import { type Segment, termsOfSegment } from './rules.ts'

/**
 * The entry for a range of views on its terms; increments the counter's revision.
 * @throws Error for views without a price, because a missing number is not 0
 */
export function earningOf(counter: Counter, segment: Segment, occurredAt: Date): NewEntry {
  const { from, to, sampledAt, since, before, seen } = segment
  const terms = termsOfSegment(segment)
  if (!terms) throw new Error(`Views ${from} to ${to} of counter ${counter.id} have no price`)
  const { gross, creator, platform } = earningsOf(to - from, terms)
  counter.revision += 1
  return {
    sourceEvent: `views:${counter.platform}:${counter.postId}:${counter.counter}:${counter.revision}`,
    type: arePremium(terms) ? 'premium_view_revenue' : 'view_revenue',
    userId: counter.userId,
    videoId: counter.videoId,
    platform: counter.platform,
    views: to - from,
    facts: {
      counter: counter.counter,
      postId: counter.postId,
      from,
      to,
      sampledAt: sampledAt.toISOString(),
      since: since.toISOString(),
      before: [before.planMultiplier, before.creatorPercent],
      seen: [seen.planMultiplier, seen.creatorPercent],
      ...termsAsFacts(terms),
      gross: String(gross),
    } satisfies RangeFacts & { gross: string },
    occurredAt,
    lines: [
      { account: { kind: 'views_clearing' as const }, amount: minus(gross) },
      { account: { kind: 'creator_pending' as const, userId: counter.userId }, amount: creator },
      { account: { kind: 'platform' as const }, amount: platform },
    ].filter(line => line.amount !== 0n),
  }
}

/** One entry that offsets what all these entries take out of views clearing. */
export function batchOf(entries: readonly NewEntry[], occurredAt: Date): NewEntry[] {
  const cleared = plus(
    ...entries.flatMap(e => e.lines.filter(l => l.account.kind === 'views_clearing').map(l => l.amount)),
  )
  if (cleared === 0n) return []
  const digest = createHash('sha256')
  for (const { sourceEvent } of entries) digest.update(sourceEvent).update('\n')
  return [
    {
      sourceEvent: `views_batch:${digest.digest('hex')}`,
      type: 'views_batch',
      facts: { entries: entries.length },
      occurredAt,
      lines: [
        { account: { kind: 'view_revenue' }, amount: cleared },
        { account: { kind: 'views_clearing' }, amount: minus(cleared) },
      ],
    },
  ]
}
