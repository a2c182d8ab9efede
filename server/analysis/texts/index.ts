import type { GeneratedTexts } from '#contract/analysis.ts'
import { clock } from '#contract/clock.ts'
import type { UnitSystem } from '#contract/gauges/units.ts'
import { type InWords, inWordsFor } from '#server/core/sentences.ts'
import { leadType, pluralOf, tally } from '../highlights/names.ts'
import type { AnalysisInput, Highlight, Scene } from '../types.ts'
import { isCameraName } from './camera-name.ts'
import { chaptersOf } from './chapters.ts'
import { capital, fitting, listed, placeOf, shorten, superlative, unsaid } from './words.ts'

/** The platforms' limits, in characters and items. */
export const textLimits = { title: 100, description: 5000, tags: 500, caption: 150, hashtags: 5 } as const
const momentsListed = 5

export interface TextFacts {
  input: Pick<AnalysisInput, 'title'>
  highlights: readonly Highlight[]
  scenes: readonly Scene[]
  durationSeconds: number
}

interface WordedFacts extends Omit<TextFacts, 'highlights'> {
  highlights: readonly InWords<Highlight>[]
  units: UnitSystem
}

/** Platforms refuse angle brackets, which the rider's own title may contain. */
const plain = (text: string) => text.replace(/[<>]/g, '').replace(/\s+/g, ' ').trim()

/** A ride's name: the rider's own (null: none), and the kind of ride. */
export function rideNames({ input, scenes }: Pick<TextFacts, 'input' | 'scenes'>): {
  name: string | null
  ride: string
} {
  const place = placeOf(scenes)
  const own = plain(input.title ?? '')
  return {
    name: own && !isCameraName(own) ? own : null,
    ride: place ? `${place} ride` : 'off-road ride',
  }
}

function titleOf(facts: WordedFacts): string {
  const { highlights, scenes, durationSeconds, units } = facts
  const { name, ride } = rideNames(facts)
  const best = superlative(highlights, units)
  const counts = unsaid(tally(highlights).slice(0, 2), best ?? '')
  const counted = listed(counts)
  if (!best && !counted)
    return shorten(name ?? capital(`${ride}, ${clock(durationSeconds)}`), textLimits.title)
  if (name) {
    const said = [...unsaid(best ? [best] : [], name), listed(unsaid(counts, name))].filter(Boolean)
    return shorten(capital([name, said.join(', ')].filter(Boolean).join(': ')), textLimits.title)
  }
  if (!best) return shorten(capital(`${ride} with ${counted}`), textLimits.title)
  if (!counted)
    return shorten(capital(`${best} on an ${ride}`.replace(/an (?![aeiou])/, 'a ')), textLimits.title)
  // Different rides get different phrasings, the same ride always the same.
  const forms = [
    `${ride}: ${best}, ${counted}`,
    `${best} and ${counted} on one ${ride}`,
    `${counted}, ${best}: ${ride}`,
  ]
  return shorten(capital(forms[(highlights.length + scenes.length) % forms.length]!), textLimits.title)
}

/** A caption starts with what happens, in fewer words than a video's title. */
function captionTitleOf(facts: WordedFacts): string {
  const { highlights, durationSeconds, units } = facts
  const { name, ride } = rideNames(facts)
  const hook = superlative(highlights, units) ?? tally(highlights)[0]
  if (!hook)
    return shorten(
      name ? `${name}, ${clock(durationSeconds)}` : `${clock(durationSeconds)} of ${ride}`,
      textLimits.title,
    )
  if (name && unsaid([hook], name).length === 0) return shorten(capital(name), textLimits.title)
  return shorten(capital(name ? `${hook}, ${name}` : `${ride}: ${hook}`), textLimits.title)
}

export function tagsOf({ highlights, scenes }: Pick<WordedFacts, 'highlights' | 'scenes'>): string[] {
  const place = placeOf(scenes)
  const kinds = [...new Set(highlights.map(leadType))].map(pluralOf).filter(kind => kind !== null)
  return fitting(
    [
      ...kinds.map(kind => `off-road ${kind}`),
      ...(place ? [`${place} ride`, `${place} off-road`] : []),
      'off-road',
      'offroad',
      'off-road ride',
      'ride video',
    ],
    textLimits.tags,
  )
}

export function hashtagsOf({ highlights, scenes }: Pick<WordedFacts, 'highlights' | 'scenes'>): string[] {
  const place = placeOf(scenes)
  const types = new Set(highlights.map(leadType))
  const words = [
    ...(types.has('jump') ? ['#airtime', '#jump'] : []),
    ...(types.has('speed') ? ['#speed'] : []),
    ...(types.has('climb') ? ['#hillclimb'] : []),
    ...(types.has('scenic') ? ['#views'] : []),
    ...(place ? [`#${place}`] : []),
  ]
  return [...new Set(['#offroad', ...words, '#offroading', '#ride'])].slice(0, textLimits.hashtags)
}

/**
 * Title, description, tags and platform texts from measurements only. The same facts give the same texts.
 * @param units of speeds and heights
 */
export function writeTexts(given: TextFacts, units: UnitSystem = 'metric'): GeneratedTexts {
  const facts = { ...given, units, highlights: inWordsFor(given.highlights, { language: 'en', units }) }
  const { highlights, scenes, durationSeconds } = facts
  const title = titleOf(facts)
  const ranked = highlights.toSorted((a, b) => b.strength - a.strength || a.start - b.start)
  const counted = listed(tally(highlights))
  const summary =
    highlights.length > 0
      ? `${clock(durationSeconds)} of off-road riding${counted ? ` with ${counted}` : ''}.`
      : `${clock(durationSeconds)} of off-road footage.`
  const moments = ranked
    .slice(0, momentsListed)
    .sort((a, b) => a.start - b.start)
    .map(highlight => `${clock(highlight.start)} ${highlight.description}`)
  const { name, ride } = rideNames(facts)
  const chapters = chaptersOf(scenes, highlights, { durationSeconds, ride: name ?? ride })
  const tags = tagsOf(facts)
  const paragraphs = (...lines: string[][]) =>
    [[summary], ...lines.filter(part => part.length > 0)].map(part => part.join('\n')).join('\n\n')
  return {
    title,
    description: shorten(paragraphs(moments), textLimits.description),
    tags,
    youtube: {
      title,
      description: shorten(paragraphs(chapters.length > 0 ? chapters : moments), textLimits.description),
      tags,
    },
    tiktok: {
      title: captionTitleOf(facts),
      description: shorten(ranked[0]?.description ?? summary, textLimits.caption),
      hashtags: hashtagsOf(facts),
    },
  }
}
