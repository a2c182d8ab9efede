import { z } from 'zod'
import { finding } from '../findings.ts'
import { unitSystems } from '../gauges/units.ts'
import { line } from '../text.ts'
import { disclosure, interactions } from './choices.ts'
import { channelKinds, interactionNames } from './constants.ts'

export const channelKind = z.enum(channelKinds)
const channelStatuses = ['connected', 'expiring', 'reconnect', 'disconnected'] as const
/** As stored; 'expiring' is derived from the time. */
export type ChannelStatus = Exclude<(typeof channelStatuses)[number], 'expiring'>

/** An account of ours on a platform. A platform can have several; one of them is its default. */
export const channel = z.object({
  id: z.string(),
  kind: channelKind,
  name: z.string(),
  /** the account's public name on the platform, such as @trailcut; null if unknown */
  handle: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  status: z.enum(channelStatuses),
  /** gets publications without a channel; each platform with a connected channel has exactly one */
  isDefault: z.boolean(),
  /** publications for this channel that haven't started */
  waiting: z.number().int(),
  /** when someone has to connect it again; null if unknown */
  reconnectBy: z.string().nullable(),
  /** a sentence for the banner; null if all is well */
  notice: z.string().nullable(),
  /** of generated titles, descriptions and tags in its posts */
  units: z.enum(unitSystems),
  connectedAt: z.string(),
  connectedBy: z.string().nullable(),
  /** the privacy levels this account can choose; empty if the platform has none per account */
  privacyOptions: z.array(z.string()),
  /** what staff agreed to for the account; required before the first post if there are options */
  defaultPrivacy: z.string().nullable(),
  /** the other defaults for posts, and who confirmed them when; null until someone has */
  defaults: z
    .object({ interactions, disclosure, confirmedBy: z.string().nullable(), confirmedAt: z.string() })
    .nullable(),
})
export type Channel = z.infer<typeof channel>
/** GET /api/publishing/channels */
export const channelsAnswer = z.object({
  channels: z.array(channel),
  /** platforms this server has credentials for */
  available: z.array(z.object({ kind: channelKind, configured: z.boolean(), sandbox: z.boolean() })),
})
/** POST /api/publishing/channels/{kind}/connect: the channel to reconnect; without it, connect another one. */
export const connectBody = z.object({ channelId: z.uuid().optional() }).nullish()
/** Navigate the whole page there. */
export const connectAnswer = z.object({ url: z.string() })
/** PATCH /api/publishing/channels/{id}: the defaults that staff confirm for its posts, the units of its texts, or both. */
export const channelSettingsBody = z
  .object({
    defaultPrivacy: line(60).optional(),
    interactions: interactions.optional(),
    disclosure: disclosure.optional(),
    units: z.enum(unitSystems).optional(),
  })
  .refine(body => body.defaultPrivacy !== undefined || !(body.interactions || body.disclosure), {
    error: finding('privacy'),
    path: ['defaultPrivacy'],
  })
  .refine(body => body.defaultPrivacy !== undefined || body.units !== undefined, finding('nothingToChange'))
/** GET /api/publishing/channels/{id}/post-form: what the platform lets this account choose right now. */
export const channelForm = z.object({
  /** as the platform displays the account */
  nickname: z.string(),
  privacyOptions: z.array(z.string()),
  /** what the account has turned off for all its posts */
  closed: z.array(z.enum(interactionNames)),
  longestSeconds: z.number(),
})
export type ChannelForm = z.infer<typeof channelForm>
