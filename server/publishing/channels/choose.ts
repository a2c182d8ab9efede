import { channelKindOf, channelNames, type Platform } from '#contract/publishing/publications.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type ChannelRow, defaultChannel, findChannel } from './store.ts'

/**
 * The channel for a publication: the chosen one, otherwise its platform's default.
 * @throws AppError invalid_input for a channel of another platform; conflict with what to do when there is
 * none
 */
export async function readyChannel(
  db: Queryable,
  platform: Platform,
  chosen: string | undefined,
): Promise<ChannelRow> {
  const kind = channelKindOf(platform)
  const channel = chosen === undefined ? await defaultChannel(db, kind) : await findChannel(db, chosen)
  if (chosen !== undefined && channel?.kind !== kind)
    throw new AppError('invalid_input', `Choose one of the ${channelNames[kind]} channels.`, {
      field: `channels.${platform}`,
    })
  if (!channel)
    throw new AppError(
      'conflict',
      `No ${channelNames[kind]} channel is connected. Connect one under Publishing first.`,
    )
  if (channel.status === 'disconnected')
    throw new AppError(
      'conflict',
      `${channel.name} was disconnected. Choose another channel, or connect it again under Publishing.`,
    )
  if (channel.status === 'reconnect')
    throw new AppError('conflict', `${channel.name} has to be connected again under Publishing first.`)
  return channel
}
