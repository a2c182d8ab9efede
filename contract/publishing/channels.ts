import { z } from 'zod'
import { disclosure, interactions } from './choices.ts'
import { channelKinds, interactionNames } from './constants.ts'

export const channelKind = z.enum(channelKinds)
const channelStatuses = ['connected', 'expiring', 'reconnect', 'disconnected'] as const
/** As it is kept; that it ends soon is seen from the time. */
export type ChannelStatus = Exclude<(typeof channelStatuses)[number], 'expiring'>

/** An account of ours on a platform. A platform can have several; one of them is its default. */
export const channel = z.object({
  id: z.string(),
  kind: channelKind,
  name: z.string(),
  /** what the platform calls the account in public, such as @trailcut; null where it says none */
  handle: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  status: z.enum(channelStatuses),
  /** gets what names no channel; each platform with a connected channel has exactly one */
  isDefault: z.boolean(),
  /** publications that haven't begun and are for this channel */
  waiting: z.number().int(),
  /** when somebody has to connect it again; null when unknown */
  reconnectBy: z.string().nullable(),
  /** a sentence for the banner; null when all is well */
  notice: z.string().nullable(),
  connectedAt: z.string(),
  connectedBy: z.string().nullable(),
  /** what the platform lets this account choose; empty where it has no levels per account */
  privacyOptions: z.array(z.string()),
  /** what staff agreed to on behalf of the account; must be chosen before the first post where there are options */
  defaultPrivacy: z.string().nullable(),
  /** the rest of the defaults for posts, and who confirmed them when; null while nobody has */
  defaults: z
    .object({ interactions, disclosure, confirmedBy: z.string().nullable(), confirmedAt: z.string() })
    .nullable(),
})
export type Channel = z.infer<typeof channel>
/** GET /api/publishing/channels */
export const channelsAnswer = z.object({
  channels: z.array(channel),
  /** which platforms this server has credentials for */
  available: z.array(z.object({ kind: channelKind, configured: z.boolean(), standIn: z.boolean() })),
})
/** POST /api/publishing/channels/{kind}/connect: the channel to connect again; without it another one. */
export const connectBody = z.object({ channelId: z.uuid().optional() }).nullish()
/** Go there with the whole page. */
export const connectAnswer = z.object({ url: z.string() })
/** PATCH /api/publishing/channels/{id} */
export const channelSettingsBody = z.object({
  defaultPrivacy: z.string().max(60),
  interactions: interactions.optional(),
  disclosure: disclosure.optional(),
})
/** GET /api/publishing/channels/{id}/post-form: what the platform lets this account choose right now. */
export const channelForm = z.object({
  /** as the platform shows the account */
  nickname: z.string(),
  privacyOptions: z.array(z.string()),
  /** what the account has switched off for all its posts */
  closed: z.array(z.enum(interactionNames)),
  longestSeconds: z.number(),
})
export type ChannelForm = z.infer<typeof channelForm>
