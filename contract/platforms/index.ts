import { facebook } from './facebook.ts'
import type { ChannelFacts, PlatformFacts } from './facts.ts'
import {
  type KnownTexts,
  type Measure,
  type PlatformTexts,
  type TextSet,
  type Words,
  wordsFrom,
} from './limits.ts'
import { tiktok } from './tiktok.ts'
import { youtube } from './youtube.ts'
import { youtubeShorts } from './youtube-shorts.ts'

export {
  type ChannelFacts,
  type Interaction,
  interactionNames,
  type PlatformFacts,
  type PostForm,
} from './facts.ts'

/** Every platform, in the order in which people see them. */
const list = [youtube, youtubeShorts, tiktok, facebook]

/** Columns of the distribution grid that can't be published to yet. */
export const plannedColumns: readonly { short: string; name: string }[] = [{ short: 'X', name: 'X' }]

export type Platform = (typeof list)[number]['id']
/** Kinds of accounts, each with its own limits. */
export type ChannelKind = (typeof list)[number]['channel']['kind']
type Facts = PlatformFacts<Platform, ChannelKind>

export const platformFacts: readonly Facts[] = list
export const channelFacts: readonly ChannelFacts<ChannelKind>[] = [
  ...new Set<ChannelFacts<ChannelKind>>(list.map(({ channel }) => channel)),
]
export const platforms: readonly Platform[] = list.map(({ id }) => id)
export const channelKinds: readonly ChannelKind[] = channelFacts.map(({ kind }) => kind)

/** @throws for an unknown name, so that no platform is mistaken for another */
export function factsOf(platform: Platform): Facts {
  const found = platformFacts.find(({ id }) => id === platform)
  if (!found) throw new Error(`Unknown platform '${platform}'`)
  return found
}
/** @throws for an unknown name */
export function channelFactsOf(kind: ChannelKind): ChannelFacts<ChannelKind> {
  const found = channelFacts.find(one => one.kind === kind)
  if (!found) throw new Error(`Unknown kind of channel '${kind}'`)
  return found
}
export const channelKindOf = (platform: Platform): ChannelKind => factsOf(platform).channel.kind

export const platformNames = Object.fromEntries(list.map(({ id, name }) => [id, name])) as Record<
  Platform,
  string
>
export const channelNames = Object.fromEntries(channelFacts.map(({ kind, name }) => [kind, name])) as Record<
  ChannelKind,
  string
>

/** The sets of texts that staff edit, each with the platform whose limits apply. */
export const textSets: readonly { set: TextSet; facts: Facts }[] = list.flatMap(facts =>
  facts.texts === facts.id ? [{ set: facts.texts, facts }] : [],
)

/** Some of the sets. */
export type SomeTexts = { [Set in TextSet]?: PlatformTexts[Set] | null | undefined }

/** Each set, from `otherwise` where it is missing. */
export const knownTexts = (texts: SomeTexts, otherwise: SomeTexts = {}): KnownTexts => ({
  youtube: texts.youtube ?? otherwise.youtube ?? null,
  tiktok: texts.tiktok ?? otherwise.tiktok ?? null,
})

/** Edited texts in the shape of their set. */
export const textsFrom = (set: TextSet, { title, description, tags }: Words): Partial<PlatformTexts> =>
  ({
    youtube: { youtube: { title, description, tags } },
    tiktok: { tiktok: { title, description, hashtags: tags } },
  })[set]

/** The counters of every set that exists. */
export const measuresOfTexts = (texts: SomeTexts): Measure[] =>
  textSets.flatMap(({ set, facts }) => {
    const of = texts[set]
    return of ? facts.measure(wordsFrom(of)) : []
  })
