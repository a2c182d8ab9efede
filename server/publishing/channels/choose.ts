import { channelKindOf, channelNames, type Platform } from '#contract/publishing/publications.ts'
import { sentences } from '#sentences/publishing.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
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
    throw new AppError('invalid_input', sentences.chooseChannel({ kind: channelNames[kind] }), {
      field: `channels.${platform}`,
    })
  if (!channel) throw new AppError('conflict', sentences.noChannel({ kind: channelNames[kind] }))
  if (channel.status === 'disconnected')
    throw new AppError('conflict', sentences.channelDisconnected({ channel: channel.name }))
  if (channel.status === 'reconnect')
    throw new AppError('conflict', sentences.channelExpired({ channel: channel.name }))
  return channel
}
