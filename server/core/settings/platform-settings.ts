import { z } from 'zod'
import { facebook } from '#contract/platforms/facebook.ts'
import type { ChannelKind } from '#contract/platforms/index.ts'
import { tiktok } from '#contract/platforms/tiktok.ts'
import { youtube } from '#contract/platforms/youtube.ts'

const optional = z
  .string()
  .optional()
  .transform(text => text?.trim() || undefined)
const uploads = (most: number) => z.coerce.number().int().min(1).default(most)

/** Settings for the platforms: credentials, addresses, and uploads per rolling hour and day. */
export const platformSettings = {
  YOUTUBE_CLIENT_ID: optional,
  YOUTUBE_CLIENT_SECRET: optional,
  YOUTUBE_API_URL: z.url().default('https://www.googleapis.com'),
  YOUTUBE_ANALYTICS_URL: z.url().default('https://youtubeanalytics.googleapis.com'),
  YOUTUBE_AUTH_URL: z.url().default('https://accounts.google.com/o/oauth2/v2/auth'),
  YOUTUBE_TOKEN_URL: z.url().default('https://oauth2.googleapis.com/token'),
  YOUTUBE_WATCH_URL: z.url().default('https://www.youtube.com/watch?v='),
  YOUTUBE_PER_HOUR: uploads(youtube.channel.hourlyLimit),
  YOUTUBE_PER_DAY: uploads(100),
  YOUTUBE_DAILY_UNITS: z.coerce.number().int().min(1000).default(10_000),
  YOUTUBE_PLAYLIST_ID: optional,
  YOUTUBE_CAPTIONS: z.stringbool().default(false),
  TIKTOK_CLIENT_KEY: optional,
  TIKTOK_CLIENT_SECRET: optional,
  TIKTOK_API_URL: z.url().default('https://open.tiktokapis.com'),
  TIKTOK_AUTH_URL: z.url().default('https://www.tiktok.com/v2/auth/authorize/'),
  TIKTOK_PER_HOUR: uploads(tiktok.channel.hourlyLimit),
  TIKTOK_PER_DAY: uploads(15),
  FACEBOOK_APP_ID: optional,
  FACEBOOK_APP_SECRET: optional,
  FACEBOOK_API_URL: z.url().default('https://graph.facebook.com'),
  FACEBOOK_UPLOAD_URL: z.url().default('https://rupload.facebook.com'),
  FACEBOOK_AUTH_URL: z.url().default('https://www.facebook.com/dialog/oauth'),
  FACEBOOK_WATCH_URL: z.url().default('https://www.facebook.com/reel/'),
  FACEBOOK_PER_HOUR: uploads(facebook.channel.hourlyLimit),
  FACEBOOK_PER_DAY: uploads(30),
}
const shape = z.object(platformSettings)

/** The settings of this server's registration at each platform: with only one of a pair, the server doesn't start. */
export const credentialSettings: Record<ChannelKind, [id: string, secret: string]> = {
  youtube: ['YOUTUBE_CLIENT_ID', 'YOUTUBE_CLIENT_SECRET'],
  tiktok: ['TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET'],
  facebook: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
}
/** Addresses that must use https in production. */
export const platformAddresses = Object.keys(platformSettings).filter(name => name.endsWith('_URL'))

/** This server's registration at a platform. */
export interface Credentials {
  id: string
  secret: string
}
interface Limits {
  perHour: number
  perDay: number
}

/** By kind of channel. Credentials null: the sandbox, or nothing in production. */
export interface PlatformConfig {
  youtube: Limits & {
    credentials: Credentials | null
    apiUrl: string
    analyticsUrl: string
    authUrl: string
    tokenUrl: string
    watchUrl: string
    /** units that Google grants the project for a day */
    dailyUnits: number
    /** the playlist that every video is added to; empty: none */
    playlistId: string
    /** whether the chapters of a whole video become captions */
    captions: boolean
  }
  tiktok: Limits & { credentials: Credentials | null; apiUrl: string; authUrl: string }
  facebook: Limits & {
    credentials: Credentials | null
    apiUrl: string
    uploadUrl: string
    authUrl: string
    watchUrl: string
  }
}

const credentials = (id: string | undefined, secret: string | undefined): Credentials | null =>
  id && secret ? { id, secret } : null
const withoutSlash = (url: string) => url.replace(/\/$/, '')

/** These settings in the server's format. */
export const platformConfig = (e: z.output<typeof shape>): PlatformConfig => ({
  youtube: {
    credentials: credentials(e.YOUTUBE_CLIENT_ID, e.YOUTUBE_CLIENT_SECRET),
    apiUrl: withoutSlash(e.YOUTUBE_API_URL),
    analyticsUrl: withoutSlash(e.YOUTUBE_ANALYTICS_URL),
    authUrl: e.YOUTUBE_AUTH_URL,
    tokenUrl: e.YOUTUBE_TOKEN_URL,
    watchUrl: e.YOUTUBE_WATCH_URL,
    perHour: e.YOUTUBE_PER_HOUR,
    perDay: e.YOUTUBE_PER_DAY,
    dailyUnits: e.YOUTUBE_DAILY_UNITS,
    playlistId: e.YOUTUBE_PLAYLIST_ID ?? '',
    captions: e.YOUTUBE_CAPTIONS,
  },
  tiktok: {
    credentials: credentials(e.TIKTOK_CLIENT_KEY, e.TIKTOK_CLIENT_SECRET),
    apiUrl: withoutSlash(e.TIKTOK_API_URL),
    authUrl: e.TIKTOK_AUTH_URL,
    perHour: e.TIKTOK_PER_HOUR,
    perDay: e.TIKTOK_PER_DAY,
  },
  facebook: {
    credentials: credentials(e.FACEBOOK_APP_ID, e.FACEBOOK_APP_SECRET),
    apiUrl: withoutSlash(e.FACEBOOK_API_URL),
    uploadUrl: withoutSlash(e.FACEBOOK_UPLOAD_URL),
    authUrl: e.FACEBOOK_AUTH_URL,
    watchUrl: e.FACEBOOK_WATCH_URL,
    perHour: e.FACEBOOK_PER_HOUR,
    perDay: e.FACEBOOK_PER_DAY,
  },
})
