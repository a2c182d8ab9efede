import type { ChannelKind } from '#contract/publishing.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
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

/** A stand-in's address and this server's registration there. */
export interface StandIns {
  youtube: { url: string; clientId: string; clientSecret: string } | null
  tiktok: { url: string; clientKey: string; clientSecret: string } | null
}

/** The platforms of the settings, or the stand-ins where there are any. */
export function platformSettingsOf(
  { youtube, tiktok }: Pick<Config, 'youtube' | 'tiktok'>,
  standIns: StandIns | null,
): PlatformSettings {
  const y = standIns?.youtube
  const t = standIns?.tiktok
  return {
    youtube: {
      ...youtube,
      ...(y
        ? {
            apiUrl: y.url,
            watchUrl: `${y.url}/watch?v=`,
            authUrl: `${y.url}/o/oauth2/v2/auth`,
            tokenUrl: `${y.url}/token`,
            credentials: y,
          }
        : {}),
      standIn: Boolean(y),
    },
    tiktok: {
      ...tiktok,
      ...(t ? { apiUrl: t.url, authUrl: `${t.url}/v2/auth/authorize/`, credentials: t } : {}),
      standIn: Boolean(t),
    },
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
