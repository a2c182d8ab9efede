import type { EvidenceType, GeneratedTexts, Highlight, Scene } from '#contract/analysis.ts'
import { labels } from './highlights/describe.ts'
import type { AnalysisInput } from './types.ts'

/** What the platforms take, in characters. */
export const textLimits = { title: 100, tags: 500, tiktok: 150, hashtags: 5 } as const
/** YouTube shows chapters from three on, each of ten seconds or more, the first at 0:00. */
const chapters = { atLeast: 3, shortest: 10, atMost: 20 } as const

export interface TextFacts {
  input: Pick<AnalysisInput, 'title'>
  highlights: readonly Highlight[]
  scenes: readonly Scene[]
  durationSeconds: number
}

const clock = (seconds: number) => {
  const whole = Math.floor(seconds)
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  return h > 0
    ? `${h}:${String(m).padStart(2, '0')}:${String(s).padStart(2, '0')}`
    : `${m}:${String(s).padStart(2, '0')}`
}

/** At most `limit` characters, cut between words. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:·–-]+$/, '')}…`
}

const plurals: Partial<Record<EvidenceType, [one: string, many: string]>> = {
  jump: ['jump', 'jumps'],
  impact: ['hit', 'hits'],
  rollover: ['roll-over', 'roll-overs'],
  rotation: ['rotation', 'rotations'],
  sharp_turn: ['sharp turn', 'sharp turns'],
  hard_braking: ['hard stop', 'hard stops'],
  speed: ['fast run', 'fast runs'],
  rough_ground: ['rough section', 'rough sections'],
  climb: ['steep climb', 'steep climbs'],
  descent: ['steep descent', 'steep descents'],
  scenic: ['view', 'views'],
}

const leadOf = (highlight: Highlight) => highlight.evidence[0]

/** "3 jumps, 2 sharp turns", the most frequent kinds first. */
function tally(highlights: readonly Highlight[]): string[] {
  const counts = new Map<EvidenceType, number>()
  for (const highlight of highlights) {
    const type = leadOf(highlight)?.type
    if (type && plurals[type]) counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .map(([type, count]) => `${count} ${plurals[type]![count === 1 ? 0 : 1]}`)
}

const placeNames: Record<string, string> = {
  forest: 'forest',
  desert: 'desert',
  mud: 'mud',
  water: 'water',
  snow: 'snow',
  beach: 'beach',
  night: 'night',
  town: 'town',
}

/** The kind of place that most of the ride shows; null when no rule named one. */
function placeOf(scenes: readonly Scene[]): string | null {
  const seconds = new Map<string, number>()
  let total = 0
  for (const { sceneType, timestamp, end } of scenes) {
    total += end - timestamp
    if (placeNames[sceneType]) seconds.set(sceneType, (seconds.get(sceneType) ?? 0) + end - timestamp)
  }
  const top = [...seconds].sort((a, b) => b[1] - a[1])[0]
  return top && top[1] > total * 0.4 ? placeNames[top[0]]! : null
}

/** The largest measured value of a type as a phrase for a title. */
function superlative(highlights: readonly Highlight[]): string | null {
  const all = highlights.flatMap(({ evidence }) => evidence)
  const top = (type: EvidenceType) =>
    all.filter(item => item.type === type).toSorted((a, b) => b.value - a.value)[0]
  const jump = top('jump')
  if (jump) return `${jump.value.toFixed(1)} s of airtime`
  const speed = top('speed')
  if (speed) return `${Math.round(speed.value)} km/h`
  const landing = top('impact')
  if (landing) return `a ${landing.value.toFixed(1)} g hit`
  const rotation = top('rotation')
  if (rotation) return `a ${Math.round(rotation.value)}° rotation`
  const climb = top('climb')
  if (climb) return `a ${Math.round(climb.value)} % climb`
  return null
}

function titleOf({ input, highlights, scenes, durationSeconds }: TextFacts): string {
  const place = placeOf(scenes)
  const ride = place ? `${place[0]!.toUpperCase()}${place.slice(1)} ride` : 'Off-road ride'
  const own = input.title?.trim()
  const name =
    own && !/^(gopro|gx|gh|gopr|dji|img|vid|mvi|dsc|untitled)[\s_-]*[\dA-Z]*/i.test(own) ? own : ride
  const best = superlative(highlights)
  const counted = tally(highlights).slice(0, 2).join(' and ')
  const facts = [best, counted].filter(Boolean).join(', ')
  const said = facts || `${clock(durationSeconds)} on the trail`
  return shorten(`${name}: ${facts ? said : clock(durationSeconds)}`, textLimits.title)
}

/** Chapters for YouTube from scenes and highlights; none when fewer than three of ten seconds would come out. */
export function chaptersOf({ scenes, highlights, durationSeconds }: TextFacts): string[] {
  const marks: { time: number; name: string; weight: number }[] = [
    ...scenes.map(({ timestamp, sceneType }) => ({
      time: timestamp,
      name: `${sceneType[0]!.toUpperCase()}${sceneType.slice(1)}`,
      weight: 0,
    })),
    ...highlights.map(highlight => ({
      time: highlight.start,
      name: labels[leadOf(highlight)?.type ?? 'motion_burst'],
      weight: highlight.score,
    })),
  ]
  const chosen = [{ time: 0, name: scenes[0] ? marks[0]!.name : 'Start', weight: 1 }]
  for (const mark of marks
    .filter(({ time }) => time >= chapters.shortest)
    .sort((a, b) => b.weight - a.weight || a.time - b.time)) {
    if (chosen.length === chapters.atMost || durationSeconds - mark.time < chapters.shortest) continue
    if (chosen.every(other => Math.abs(Math.floor(other.time) - Math.floor(mark.time)) >= chapters.shortest))
      chosen.push(mark)
  }
  if (chosen.length < chapters.atLeast) return []
  return chosen.sort((a, b) => a.time - b.time).map(({ time, name }) => `${clock(time)} ${name}`)
}

function tagsOf(facts: TextFacts): string[] {
  const place = placeOf(facts.scenes)
  const types = new Set(facts.highlights.map(highlight => leadOf(highlight)?.type))
  const words = ['off-road', 'offroad', 'trail riding', 'ride footage', 'action camera']
  if (place) words.unshift(`${place} ride`, `${place} off-road`)
  for (const type of types) if (type && plurals[type]) words.unshift(`off-road ${plurals[type]![1]}`)
  const chosen: string[] = []
  for (const word of new Set(words))
    if ([...chosen, word].join(',').length <= textLimits.tags) chosen.push(word)
  return chosen
}

function hashtagsOf(facts: TextFacts): string[] {
  const place = placeOf(facts.scenes)
  const types = new Set(facts.highlights.map(highlight => leadOf(highlight)?.type))
  const words = ['#offroad', '#trailriding', '#ride']
  if (types.has('jump')) words.unshift('#jump', '#airtime')
  else if (types.has('speed')) words.unshift('#speed')
  if (place) words.unshift(`#${place}`)
  return [...new Set(words)].slice(0, textLimits.hashtags)
}

/**
 * Title, description, tags and platform texts from what was measured, and nothing else. The same facts give the same
 * texts.
 */
export function writeTexts(facts: TextFacts): GeneratedTexts {
  const { highlights, durationSeconds } = facts
  const title = titleOf(facts)
  const counted = tally(highlights)
  const summary =
    highlights.length > 0
      ? `${clock(durationSeconds)} of off-road riding${counted.length > 0 ? ` with ${counted.join(', ')}` : ''}.`
      : `${clock(durationSeconds)} of off-road footage.`
  const best = highlights
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 5)
    .sort((a, b) => a.start - b.start)
  const moments = best.map(highlight => `${clock(highlight.start)} ${highlight.description}`)
  const marks = chaptersOf(facts)
  const tags = tagsOf(facts)
  const description = [summary, ...(moments.length > 0 ? ['', 'Moments:', ...moments] : [])].join('\n')
  const hashtags = hashtagsOf(facts)
  const strongest = highlights.toSorted((a, b) => b.score - a.score)[0]
  return {
    title,
    description,
    tags,
    youtube: {
      title,
      description: [
        summary,
        ...(marks.length > 0 ? ['', ...marks] : moments.length > 0 ? ['', ...moments] : []),
      ].join('\n'),
      tags,
    },
    tiktok: {
      title: shorten(title, textLimits.title),
      description: shorten(strongest ? strongest.description : summary, textLimits.tiktok),
      hashtags,
    },
  }
}
