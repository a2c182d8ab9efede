import type { ChannelKind, Platform as PlatformName } from '#contract/publishing/publications.ts'
import type { Clock } from '#server/core/clock.ts'
import type { PlatformConfig } from '#server/core/settings/platform-settings.ts'
import { facebook } from './facebook/index.ts'
import type { Channel, Network, Platform, PlatformSandbox } from './port.ts'
import { tiktok } from './tiktok/index.ts'
import { youtube } from './youtube/index.ts'
import { youtubeShorts } from './youtube-shorts/index.ts'

/** The list of platforms. The contract's list has the same names, so a missing one doesn't compile. */
const registry: Record<PlatformName, Platform> = {
  youtube,
  youtube_shorts: youtubeShorts,
  tiktok,
  facebook,
}

export const allPlatforms: readonly Platform[] = Object.values(registry)
const channels: readonly Channel[] = [...new Set(allPlatforms.map(({ channel }) => channel))]

/** A platform or kind of channel unknown to this version of the server. */
export class UnknownPlatformError extends Error {
  override name = 'UnknownPlatformError'
}

/** @throws UnknownPlatformError for an unknown name, such as one written by a later version */
export function platformOf(name: PlatformName): Platform {
  const found = allPlatforms.find(({ facts }) => facts.id === name)
  if (!found) throw new UnknownPlatformError(`There is no platform '${name}'`)
  return found
}

/** @throws UnknownPlatformError for an unknown kind */
export function channelOf(kind: ChannelKind): Channel {
  const found = channels.find(one => one.kind === kind)
  if (!found) throw new UnknownPlatformError(`There is no kind of channel '${kind}'`)
  return found
}

export type Networks = Record<ChannelKind, Network>
export type PlatformSandboxes = Partial<Record<ChannelKind, PlatformSandbox>>

/** How this server reaches each kind of channel: through its settings, or its sandbox if there is one. */
export const networksOf = (settings: PlatformConfig, sandboxes: PlatformSandboxes, clock: Clock): Networks =>
  Object.fromEntries(
    channels.map(({ kind, connect }) => [kind, connect(settings, sandboxes[kind] ?? null, clock)]),
  ) as Networks
