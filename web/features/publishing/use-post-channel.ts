import { useQuery } from '@tanstack/react-query'
import { factsOf, type Platform } from '#contract/publishing/constants.ts'
import type { Channel, ChannelKind } from '#contract/publishing/publications.ts'
import { channelsQuery } from './calls.ts'

/** The channels of a kind that can be posted with, the default first. */
export const channelsOf = (channels: readonly Channel[], kind: ChannelKind): Channel[] =>
  channels.filter(one => one.kind === kind && one.status !== 'disconnected')

/** A platform's channels, and the one posts go to: the chosen one, else the default. */
export function usePostChannel(platform: Platform, chosen: string | undefined) {
  const { data } = useQuery(channelsQuery)
  const channels = channelsOf(data?.channels ?? [], factsOf(platform).channel.kind)
  return { channels, channel: channels.find(({ id }) => id === chosen) ?? channels[0] }
}
