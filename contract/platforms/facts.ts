import type { Measure, TextSet, Words } from './limits.ts'

/** An account that posts are made with: several platforms can share one, and its limits. */
export interface ChannelFacts<Kind extends string = string> {
  kind: Kind
  name: string
  /** its column in the distribution grid */
  short: string
  /** path data of a picture of 24 by 24, filled by the even-odd rule */
  icon: string
  /** uploads in any rolling hour unless the settings say otherwise */
  hourlyLimit: number
  /** what the platform's privacy levels are called, for those that an account can choose from */
  privacyLabels: Readonly<Record<string, string>>
}

/** What an app can do with a post that is out. */
export interface Afterwards {
  /** change its title and description */
  words: boolean
  /** make it private, and public again */
  hide: boolean
  remove: boolean
  /** what can't be done and what to do instead, for people; null where everything can be done */
  sentence: string | null
}

/** What viewers may be allowed to do with a post. */
export const interactionNames = ['comment', 'duet', 'stitch'] as const
export type Interaction = (typeof interactionNames)[number]
/** Whether a post advertises something: the poster's own brand, or somebody else's for a return. */
export interface Disclosure {
  yourBrand: boolean
  brandedContent: boolean
}

/** What a platform has people choose for each post before it goes out. */
export interface PostForm {
  interactions: Readonly<Record<Interaction, string>>
  /** privacy levels that branded content can't have */
  notBranded: readonly string[]
  /** how the platform labels what is disclosed; null: not at all */
  label(disclosure: Disclosure): string | null
  /** what whoever posts agrees to, in the platform's own words */
  declaration(disclosure: Disclosure): string
}

/** What the server and the browser both know of a platform: how it is called and what words it takes. */
export interface PlatformFacts<Id extends string = string, Kind extends string = string> {
  id: Id
  channel: ChannelFacts<Kind>
  name: string
  /** one post there, for buttons */
  postName: string
  /** where there is room for five letters */
  short: string
  /** the set of texts that goes out there unless other words are given */
  texts: TextSet
  /** tagged: title, description and tags have a limit each. caption: one limit for all, with hashtags. */
  style: 'tagged' | 'caption'
  /** whether the whole video goes out unless a piece is chosen; otherwise its best part, upright */
  wholeVideo: boolean
  afterwards: Afterwards
  /** null where a post needs no choices */
  form: PostForm | null
  /** one per field, named by text set and field; `problem` says what the platform would refuse */
  measure(words: Words): Measure[]
}

export const defineChannel = <const Kind extends string>(facts: ChannelFacts<Kind>): ChannelFacts<Kind> =>
  facts
export const definePlatform = <const Id extends string, const Kind extends string>(
  facts: PlatformFacts<Id, Kind>,
): PlatformFacts<Id, Kind> => facts
