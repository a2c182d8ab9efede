import type { Measure, TextSet, Words } from './limits.ts'

/** Who sees a post; the web app puts it into words. */
export type Audience = 'everyone' | 'friends' | 'followers' | 'onlyAccount'

/** The account that posts are made with, and its limits. Several platforms can share one. */
export interface ChannelFacts<Kind extends string = string> {
  kind: Kind
  name: string
  /** its column in the distribution grid */
  short: string
  /** SVG path data, 24 by 24, even-odd fill rule */
  icon: string
  /** uploads in any rolling hour unless the settings say otherwise */
  hourlyLimit: number
  /** who sees a post at each of the privacy levels that an account can choose from */
  audiences: Readonly<Record<string, Audience>>
}

/**
 * What can't be done with a published post. alwaysPublic: it can't be hidden, only deleted. noChanges: people have to
 * change and delete it there themselves. Browser and server each put it into words.
 */
export type PostLimit = 'alwaysPublic' | 'noChanges'

/** What an app can do with a published post. */
export interface Afterwards {
  /** change its title and description */
  words: boolean
  /** make it private, and public again */
  hide: boolean
  remove: boolean
  /** null if everything can be done */
  limit: PostLimit | null
}

/** What viewers may be allowed to do with a post. */
export const interactionNames = ['comment', 'duet', 'stitch'] as const
export type Interaction = (typeof interactionNames)[number]
/** Whether a post advertises something: the poster's own brand, or someone else's in return for something. */
export interface Disclosure {
  yourBrand: boolean
  brandedContent: boolean
}

/** What a platform requires people to choose for each post. */
export interface PostForm {
  /** privacy levels not allowed for branded content */
  notBranded: readonly string[]
  /** the label that the platform puts on the post, in its words; null: none */
  label(disclosure: Disclosure): string | null
  /** what the poster agrees to, in the platform's words */
  declaration(disclosure: Disclosure): string
}

/** What server and browser both know about a platform: its names and the texts it takes. */
export interface PlatformFacts<Id extends string = string, Kind extends string = string> {
  id: Id
  channel: ChannelFacts<Kind>
  name: string
  /** one post there, for buttons */
  postName: string
  /** at most five letters */
  short: string
  /** the set of texts used unless others are given */
  texts: TextSet
  /** tagged: title, description and tags each have a limit. caption: one limit for all, with hashtags. */
  style: 'tagged' | 'caption'
  /** whether the whole video is posted by default; otherwise its best part, vertical */
  wholeVideo: boolean
  afterwards: Afterwards
  /** null where a post needs no choices */
  form: PostForm | null
  /** one per field, named by text set and field; `problem` is what the platform would refuse */
  measure(words: Words): Measure[]
}

export const defineChannel = <const Kind extends string>(facts: ChannelFacts<Kind>): ChannelFacts<Kind> =>
  facts
export const definePlatform = <const Id extends string, const Kind extends string>(
  facts: PlatformFacts<Id, Kind>,
): PlatformFacts<Id, Kind> => facts
