import type { ChannelKind } from '#contract/publishing.ts'
import type { Clock } from '#server/platform/clock.ts'
import { tiktokPublisher } from './adapters/tiktok.ts'
import { tiktokConnector } from './adapters/tiktok-connector.ts'
import { youtubePublisher } from './adapters/youtube.ts'
import { youtubeConnector } from './adapters/youtube-connector.ts'
import type { Networks } from './deps.ts'

/** Addresses and credentials of the platforms: the vendors' or the sandbox's. */
export interface PlatformSettings {
  youtube: {
    apiUrl: string
    watchUrl: string
    authUrl: string
    tokenUrl: string
    credentials: { clientId: string; clientSecret: string } | null
    standIn: boolean
    perHour: number
    perDay: number
  }
  tiktok: {
    apiUrl: string
    authUrl: string
    credentials: { clientKey: string; clientSecret: string } | null
    standIn: boolean
    perHour: number
    perDay: number
  }
}

/** The networks that this server publishes to. */
export function networksOf({ youtube, tiktok }: PlatformSettings, clock: Clock): Networks {
  const networks: Record<ChannelKind, Networks[ChannelKind]> = {
    youtube: {
      publisher: youtubePublisher(youtube, clock),
      connector: youtube.credentials && youtubeConnector({ ...youtube, ...youtube.credentials }),
      standIn: youtube.standIn,
      limits: youtube,
    },
    tiktok: {
      publisher: tiktokPublisher(tiktok, clock),
      connector: tiktok.credentials && tiktokConnector({ ...tiktok, ...tiktok.credentials }),
      standIn: tiktok.standIn,
      limits: tiktok,
    },
  }
  return networks
}
