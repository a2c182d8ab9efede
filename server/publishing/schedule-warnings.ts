import { channelNames, type Platform } from '#contract/publishing/publications.ts'
import type { ScheduleWarning } from '#contract/publishing/scheduling.ts'
import { sentences as planning } from '#sentences/planning.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { ChannelRow } from './channels/store.ts'
import type { PublishingDeps } from './deps.ts'

const hourMs = 3600_000
const expiringMs = 7 * 24 * hourMs

/** A warning before its reader is known. */
export type Warning = Omit<ScheduleWarning, 'sentence'> & { sentence: Sentence }

/** Warnings about publishing at this time on this channel; none of them prevents it. */
export function warningsFor(
  deps: PublishingDeps,
  given: {
    platform: Platform
    time: { at: Date; note: Sentence | null }
    /** times scheduled on the channel */
    taken: Date[]
    /** times that count against the same limits */
    counted: Date[]
    channel: ChannelRow
    now: Date
  },
): Warning[] {
  const { platform, time, taken, counted, channel, now } = given
  const name = channelNames[channel.kind]
  const around = (times: Date[]) =>
    times.filter(t => Math.abs(t.getTime() - time.at.getTime()) < hourMs).length
  const near = around(taken)
  const { perHour } = deps.networks[channel.kind].limits
  const found: Warning[] = []
  if (around(counted) >= perHour)
    found.push({
      platform,
      kind: 'hourly_limit',
      sentence: planning.hourlyLimit({ platform: name, most: perHour, planned: around(counted) }),
    })
  else if (near > 0)
    found.push({
      platform,
      kind: 'same_hour',
      sentence: planning.sameHour({ channel: channel.name, count: near }),
    })
  if (time.note) found.push({ platform, kind: 'shifted_time', sentence: time.note })
  const ends = channel.refresh_expires_at
  if (ends && ends.getTime() < Math.max(time.at.getTime(), now.getTime() + expiringMs))
    found.push({
      platform,
      kind: 'channel_expiring',
      sentence: planning.reconnectBy({ channel: channel.name, day: ends.toISOString().slice(0, 10) }),
    })
  return found
}
