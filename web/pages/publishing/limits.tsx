import { type ChannelKind, channelFacts } from '#contract/publishing/constants.ts'
import type { QueueStatus } from '#contract/publishing/queue.ts'
import { channelTexts } from '../../features/publishing/channel-texts.ts'
import { usedShare } from '../../features/publishing/rules.ts'
import { texts } from '../../features/publishing/texts.ts'
import { Section } from '../../ui/card.tsx'

const { queue: words } = texts
type Limit = QueueStatus['rateLimits'][ChannelKind]
interface Line {
  key: string
  /** null if the platform has one channel */
  channel: string | null
  limit: Limit
}

/** One line for each limit of a kind: per channel, or one for all channels that the platform counts together. */
function linesOf(kind: ChannelKind, { rateLimits, channelLimits }: QueueStatus): Line[] {
  const of = channelLimits.filter(one => one.kind === kind)
  const [first] = of
  if (!first || of.length === 1) return [{ key: kind, channel: null, limit: rateLimits[kind] }]
  if (first.shared)
    return [{ key: kind, channel: channelTexts.shared(of.map(({ name }) => name).join(', ')), limit: first }]
  return of.map(limit => ({ key: limit.channelId, channel: limit.name, limit }))
}

/** How much of the hourly limits is used. */
export const Limits = ({ status }: { status: QueueStatus }) => (
  <Section id="hourly-limits" title={words.limits}>
    <ul className="space-y-3.5">
      {channelFacts.flatMap(({ kind, name }) =>
        linesOf(kind, status).map(({ key, channel, limit }) => (
          <li key={key}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 break-words font-semibold">
                {name}
                {channel && <span className="font-normal text-muted text-sm"> · {channel}</span>}
              </span>
              <span className="numeric text-sm">
                {words.used(limit.currentHour, limit.maxPerHour)}
                <span className="text-muted"> · {words.today(limit.today, limit.maxPerDay)}</span>
              </span>
            </div>
            <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-ink/10">
              <div
                className="h-full rounded-full bg-pine"
                style={{ width: `${usedShare(limit.currentHour, limit.maxPerHour)}%` }}
              />
            </div>
          </li>
        )),
      )}
    </ul>
  </Section>
)
