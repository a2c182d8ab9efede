import { type ChannelKind, channelKinds } from '#contract/publishing/publications.ts'
import type { QueueStatus } from '#contract/publishing/queue.ts'
import { channelOf } from '#server/platforms/index.ts'
import { usage } from '../attempts/limits.ts'
import { type ChannelRow, listChannels } from '../channels/store.ts'
import type { PublishingDeps } from '../deps.ts'

/** How much of the limits is used: by each connected channel, and per kind by its default channel. */
export async function limitsOf(
  { db, networks }: Pick<PublishingDeps, 'db' | 'networks'>,
  now: Date,
): Promise<Pick<QueueStatus, 'rateLimits' | 'channelLimits'>> {
  const one = async ({ id, kind, name }: Pick<ChannelRow, 'id' | 'kind' | 'name'>) => {
    const { perHour: maxPerHour, perDay: maxPerDay } = networks[kind].limits
    const shared = channelOf(kind).shared.starts
    const { hour: currentHour, day: today } = await usage(db, { kind, channelId: id, shared }, now)
    return { channelId: id, kind, name, shared, currentHour, maxPerHour, today, maxPerDay }
  }
  const connected = (await listChannels(db)).filter(({ status }) => status !== 'disconnected')
  const channelLimits = await Promise.all(connected.map(one))
  const ofKind = (kind: ChannelKind): QueueStatus['rateLimits'][ChannelKind] => {
    const { id } = connected.find(channel => channel.kind === kind && channel.is_default) ?? {}
    const used = channelLimits.find(({ channelId }) => channelId === id)
    const { perHour: maxPerHour, perDay: maxPerDay } = networks[kind].limits
    return { currentHour: used?.currentHour ?? 0, maxPerHour, today: used?.today ?? 0, maxPerDay }
  }
  return {
    rateLimits: Object.fromEntries(
      channelKinds.map(kind => [kind, ofKind(kind)]),
    ) as QueueStatus['rateLimits'],
    channelLimits,
  }
}
