import type { TimeSpan } from '#contract/analysis.ts'
import type { GaugeMeasure, GaugeSamples } from '#contract/gauges/schemas.ts'
import type { RideMeasure, RideSeries, TrackPoint } from '#contract/ride-data.ts'
import { headline, nameOf } from '../highlights/names.ts'
import { cutTrack, type StoredRide } from '../ride-data/measure.ts'
import { type RideMinute, samplesIn } from '../ride-data/minutes.ts'
import type { AnalysisResult, Evidence, Highlight, Scene } from '../types.ts'
import { everything, type Hiding, hiddenSpans, isHidden } from './hidden-spans.ts'

/*
 * The only door to what a ride tells of its places. The database has `WholeRide`, `WholeSamples` and `WholeResult`, whose
 * coordinates, heights, speeds and measured texts no other file can read; `shownTo` makes from them what a viewer may
 * see, and answers, gauges and texts accept nothing else.
 */

declare const whole: unique symbol
declare const shown: unique symbol

/** A ride as it is stored. */
export interface WholeRide {
  readonly [whole]: 'ride'
}
/** What gauges show of a minute, as it is stored. */
export interface WholeSamples {
  readonly [whole]: 'samples'
}
export interface WholeMinute {
  minute: number
  samples: WholeSamples
}

type Unread<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** A result as it is stored: times and scores can be read, what was measured can't. */
export type WholeResult = Omit<AnalysisResult, 'highlights' | 'scenes'> & {
  highlights: (Omit<Highlight, 'description' | 'evidence'> & {
    evidence: Unread<Evidence, 'text' | 'value' | 'unit'>[]
  })[]
  scenes: Omit<Scene, 'description'>[]
}

/** What an analysis found, as it is stored. */
export interface WholeFindings {
  runId: string
  result: WholeResult
  /** null without telemetry, or when a later analysis has replaced it */
  ride: WholeRide | null
}

export const sealRide = (ride: StoredRide): WholeRide => ride as StoredRide & WholeRide
export const sealSamples = (samples: RideMinute['samples']): WholeSamples =>
  samples as RideMinute['samples'] & WholeSamples
const openRide = (ride: WholeRide) => ride as WholeRide & StoredRide
const openSamples = (samples: WholeSamples) => samples as WholeSamples & RideMinute['samples']
const openResult = (result: WholeResult) => result as WholeResult & AnalysisResult

/**
 * Who looks. `own-clip`: the rider, at gauges for a clip that others will see; they chose the map and the speed in it, and
 * their places stay hidden.
 */
export type Viewer = 'owner' | 'own-clip' | 'others'

/** What a rider lets others see. */
export interface Sight extends Hiding {
  showMap: boolean
}

/** A rider without secrets. */
export const showsEverything: Sight = { places: [], hideEnds: false, showMap: true }

/** The lines of a ride as a viewer may see them. */
export interface ShownRide {
  readonly [shown]: true
  series: readonly RideSeries[]
  track: readonly TrackPoint[][]
  /** whether part of the track is left out */
  placesHidden: boolean
  /** the samples of one measure in some spans, as the viewer may see them */
  samplesIn(
    minutes: readonly WholeMinute[],
    measure: GaugeMeasure,
    spans: readonly TimeSpan[],
  ): GaugeSamples[]
}

/** Facts that a viewer may see. */
export type Shown<T> = T & { readonly [shown]: true }

/** Points of a ride's outline in Settings. */
const outlinePoints = 300

/** A ride's own rider's view of where it went, as [latitude, longitude]. */
export function outlineForOwner(ride: WholeRide): [latitude: number, longitude: number][][] {
  const { track } = openRide(ride)
  const every = Math.max(1, Math.ceil(track.flat().length / outlinePoints))
  return track.map(stretch =>
    stretch
      .filter((_, i) => i % every === 0 || i === stretch.length - 1)
      .map(([, latitude, longitude]) => [latitude, longitude]),
  )
}

/** What an analysis found, as a viewer may see it. */
export interface ShownFindings {
  runId: string
  result: Shown<AnalysisResult>
  ride: ShownRide | null
}

/** Heights and turns tell a place apart, almost as the way itself does. */
const tellsPlace: readonly string[] = ['height', 'turn'] satisfies readonly RideMeasure[]

const touches = (hidden: readonly TimeSpan[], start: number, end: number): boolean =>
  hidden.some(span => start < span.end && end > span.start)

/**
 * A highlight without GPS measurements from hidden spans; measurements by picture, sound and motion sensors stay: a whole
 * motocross track fits into a private place.
 */
function outside(highlight: Highlight, spans: readonly TimeSpan[]): Highlight {
  const [lead] = highlight.evidence
  const hidden = ({ source, start, end }: Evidence) => source === 'gps' && touches(spans, start, end)
  const evidence = highlight.evidence.filter(item => !hidden(item))
  if (!lead || evidence.length === highlight.evidence.length) return highlight
  const [first] = evidence
  return {
    ...highlight,
    evidence,
    description: first ? headline(first, evidence) : nameOf(lead.type),
  }
}

/**
 * The part of a result for texts that others see: speeds, climbs and the like that GPS measured in hidden spans are left
 * out, because they tell where those are. Indexes don't change.
 */
const factsOutside = <T extends Pick<AnalysisResult, 'highlights' | 'scenes'>>(
  result: T,
  hidden: readonly TimeSpan[],
): T => ({
  ...result,
  highlights: result.highlights.map(highlight => outside(highlight, hidden)),
  scenes: result.scenes.map(scene =>
    touches(hidden, scene.timestamp, scene.end) ? { ...scene, description: scene.sceneType } : scene,
  ),
})

/** The facts outside of the spans, for texts. */
export const factsShown = <T extends Pick<AnalysisResult, 'highlights' | 'scenes'>>(
  facts: T,
  hidden: readonly TimeSpan[],
): Shown<T> => factsOutside(facts, hidden) as Shown<T>

function rideShown(
  viewer: Viewer,
  { series, track }: StoredRide,
  hidden: readonly TimeSpan[],
  showMap: boolean,
): ShownRide {
  const map = viewer !== 'others' || showMap
  const cut = (measure: string) =>
    viewer === 'others' || (viewer === 'own-clip' && tellsPlace.includes(measure)) ? hidden : []
  const left = map ? cutTrack(track, viewer === 'owner' ? [] : hidden) : []
  const lines = series
    .filter(({ measure }) => map || !tellsPlace.includes(measure))
    .map(({ measure, stretches }) => ({ measure, stretches: cutTrack(stretches, cut(measure)) }))
    .filter(({ stretches }) => stretches.length > 0)
  const ride: Omit<ShownRide, typeof shown> = {
    series: lines,
    track: left,
    placesHidden: left.flat().length < track.flat().length,
    samplesIn: (minutes, measure, spans) => {
      if (!map && tellsPlace.includes(measure)) return []
      const opened = minutes.map(({ minute, samples }) => ({ minute, samples: openSamples(samples) }))
      return samplesIn(opened, measure, spans).map(one => ({
        ...one,
        values: one.values.map((value, i) => (isHidden(cut(measure), one.start + i / one.hz) ? null : value)),
      }))
    },
  }
  return ride as ShownRide
}

function hiddenOf(ride: StoredRide | null, { telemetry }: WholeResult, sight: Sight): readonly TimeSpan[] {
  if (ride) return hiddenSpans(ride.track, sight)
  // Without its track, nobody knows where the ride was when something was measured.
  return telemetry && (sight.hideEnds || sight.places.length > 0) ? everything : []
}

/** What a viewer may see of what an analysis found. */
export function shownTo(viewer: Viewer, { runId, ...found }: WholeFindings, sight: Sight): ShownFindings {
  const ride = found.ride && openRide(found.ride)
  const result = openResult(found.result)
  const hidden = hiddenOf(ride, result, sight)
  return {
    runId,
    result: factsShown(result, viewer === 'owner' ? [] : hidden),
    ride: ride && rideShown(viewer, ride, hidden, sight.showMap),
  }
}
