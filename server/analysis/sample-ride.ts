import type { EvidenceType } from '#contract/evidence.ts'
import { sentences as measured } from '#sentences/measured.ts'
import { streamsWeWrote } from '#server/core/media/streams.ts'
import { type InWords, inWordsFor, type Sentence, standardWording } from '#server/core/sentences.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import { factsOf } from './clock.ts'
import { detect } from './detect.ts'
import { headline } from './highlights/names.ts'
import { clamp } from './math.ts'
import { receiverOf } from './receiver.ts'
import { bandCount, bandsSize, lookSize } from './signals/planes.ts'
import { silence } from './signals/sound.ts'
import type {
  AnalysisInput,
  EgoMotion,
  Evidence,
  Highlight,
  PictureFeatures,
  RideFacts,
  Signals,
  SoundFeatures,
} from './types.ts'
import { weigh } from './weigh.ts'

/** A constant, or a function of time in seconds. */
type Course = number | ((time: number) => number)

const at = (course: Course, time: number) => (typeof course === 'number' ? course : course(time))

function sampled(hz: number, seconds: number, course: Course): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: Math.round(hz * seconds) }, (_, i) => at(course, i / hz))
}

const pictureLists = {
  luma: 110,
  lumaSd: 45,
  colorfulness: 40,
  sharpness: 800,
  flow: 0.08,
  flowX: 0,
  flowY: 0,
  spread: 0.06,
  divergence: 0.2,
  residual: 0.3,
  severed: 0,
  histogramDistance: 0.03,
  chromaU: 0,
  chromaV: 0,
  bottomLuma: 100,
  bottomU: -2,
  bottomV: 2,
} satisfies Partial<Record<keyof PictureFeatures, number>>

const egoHz = 30
const egoLists = { yaw: 0, pitch: 0, farPitch: 0, roll: 0, growth: 0.3, residual: 0.2 }

const soundLists = { db: -20, flux: 0.1, low: 0.9, engine: 0.06, voice: 0.03, high: 0.01, tone: 15 }

export interface SampleRide {
  seconds: number
  picture?: Partial<Record<keyof typeof pictureLists, Course>>
  sound?: Partial<Record<keyof typeof soundLists, Course>> | null
  /** the camera's own motion between frames; none by default */
  ego?: Partial<Record<keyof typeof egoLists, Course>> | null
  /** how far down the sky reaches, as a share of the picture's height; none is seen by default */
  horizon?: (time: number) => number
  /** specific force in g, along one axis */
  g?: Course
  /** samples per second of the motion sensors; 200 by default */
  imuHz?: number
  /** turn rate to the left in rad/s */
  turn?: Course
  /** force to the left in g; that of a vehicle which turns at its speed, unless given */
  aside?: Course
  /** m/s */
  speed?: Course
  /** meters */
  altitude?: Course
}

/** Luma, U and V of sky and ground. */
const sampleColors = { sky: [190, 140, 118], ground: [90, 118, 136] } as const

/** Bands of rows of a sky above a ground. */
function sampleBands(frames: number, hz: number, horizon: SampleRide['horizon']): Uint8Array {
  const bands = new Uint8Array(frames * bandsSize).fill(120)
  if (!horizon) return bands
  for (let frame = 0; frame < frames; frame++)
    for (let band = 0; band < bandCount; band++) {
      const sky = clamp(horizon(frame / hz) * bandCount - band, 0, 1)
      for (const channel of [0, 1, 2] as const)
        bands[frame * bandsSize + channel * bandCount + band] =
          sky * sampleColors.sky[channel] + (1 - sky) * sampleColors.ground[channel]
    }
  return bands
}

function sampleEgo({ seconds, ego, horizon }: SampleRide): EgoMotion | null {
  if (!ego) return null
  const farPitch: Course = horizon ? time => (horizon(time) - horizon(time - 1 / egoHz)) * egoHz : 0
  const courses: Record<string, Course> = { ...egoLists, farPitch, ...ego }
  const lists = Object.fromEntries(
    Object.entries(courses).map(([name, course]) => [name, sampled(egoHz, seconds, course)]),
  ) as Omit<EgoMotion, 'hz'>
  return { hz: egoHz, ...lists }
}

/** Signals of a steady ride, except for the given values: for tests that need known measurements. */
export function sampleSignals(ride: SampleRide): Signals {
  const { seconds, picture = {}, sound = {} } = ride
  const pictureHz = 8
  const soundHz = 31.25
  const frames = Math.round(seconds * pictureHz)
  const features = Object.fromEntries(
    Object.entries(pictureLists).map(([name, usual]) => [
      name,
      sampled(pictureHz, seconds, picture[name as keyof typeof pictureLists] ?? usual),
    ]),
  ) as Record<keyof typeof pictureLists, Float32Array>
  const heard = sound && {
    hz: soundHz,
    ...(Object.fromEntries(
      Object.entries(soundLists).map(([name, usual]) => [
        name,
        sampled(soundHz, seconds, sound[name as keyof typeof soundLists] ?? usual),
      ]),
    ) as Omit<SoundFeatures, 'hz'>),
  }
  if (heard) heard.db = heard.db.map(db => Math.max(silence, db))
  return {
    durationSeconds: seconds,
    quality: 'full',
    pictureHz,
    picture: {
      ...features,
      motionColumns: new Float32Array(frames * 4).fill(0.1),
      looks: new Uint8Array(frames * lookSize).fill(120),
      bands: sampleBands(frames, pictureHz, ride.horizon),
      stills: [],
    },
    sound: heard,
    ego: sampleEgo(ride),
    closeups: [],
  }
}

function series(
  fourcc: string,
  hz: number,
  seconds: number,
  rows: (time: number) => number[],
): TelemetrySeries {
  const times = Float64Array.from({ length: Math.round(hz * seconds) }, (_, i) => i / hz)
  const first = rows(0)
  const values = new Float64Array(times.length * first.length)
  times.forEach((time, i) => {
    values.set(rows(time), i * first.length)
  })
  return { fourcc, name: fourcc, units: '', axes: first.length, times, values }
}

/** Telemetry of such a ride; null when it has none. */
export function sampleTelemetry(ride: SampleRide): Telemetry | null {
  const { seconds, g, turn, speed, altitude = 500, imuHz = 200 } = ride
  const aside = ride.aside ?? (t => (at(turn ?? 0, t) * at(speed ?? 0, t)) / 9.80665)
  const found = new Map<string, TelemetrySeries>()
  if (g !== undefined || turn !== undefined)
    found.set(
      'ACCL',
      series('ACCL', imuHz, seconds, t => [9.80665 * at(g ?? 1, t), 0, 9.80665 * at(aside, t)]),
    )
  if (turn !== undefined)
    found.set(
      'GYRO',
      series('GYRO', imuHz, seconds, t => [at(turn, t), 0, 0]),
    )
  if (speed !== undefined) {
    const gps = series('GPS5', 18, seconds, t => [45, 7, at(altitude, t), at(speed, t), at(speed, t)])
    found.set('GPS5', { ...gps, columns: ['latitude', 'longitude', 'altitude', 'speed2d', 'speed3d'] })
  }
  return found.size > 0 ? { device: 'sample', series: found, tags: [], format: 'gpmf' } : null
}

/** What detectors know of such a ride in one shot. */
export const sampleFacts = (ride: SampleRide): RideFacts =>
  factsOf(sampleSignals(ride), receiverOf(sampleTelemetry(ride), ride.seconds), [
    { start: 0, end: ride.seconds },
  ])

/** The file of a one-minute ride, as it was probed. */
export const sampleInput = (change: Partial<AnalysisInput> = {}): AnalysisInput => ({
  path: 'ride.mp4',
  durationSeconds: 60,
  width: 1920,
  height: 1080,
  fps: 60,
  streams: streamsWeWrote(true),
  hasBFrames: false,
  codec: 'h264',
  sizeBytes: 60e6,
  title: 'A ride',
  ...change,
})

/** A highlight that lasts as long as what proves it. */
export const highlightOf = (
  lead: Evidence,
  { evidence = [lead], ...more }: Partial<Highlight> = {},
): Highlight => ({
  description: headline(lead, evidence),
  score: 0.8,
  certainty: 0.95,
  standing: 0.5,
  scoreModel: 'rides-1',
  strength: 0.8,
  start: lead.start,
  end: lead.end,
  clipType: 'action',
  motionLevel: 0.5,
  excitementLevel: 0.8,
  evidence,
  ...more,
})

/** A sentence of just these words. */
export const sentenceOf = (words: string): Sentence => measured.speed({ speed: words })

/** What is found in a ride, in English with metric units. */
export const evidenceIn = (facts: RideFacts): InWords<Evidence[]> =>
  inWordsFor(weigh(detect(facts), facts), standardWording)

/** The evidence of one type in such a ride. */
export const ofType = (ride: SampleRide, type: EvidenceType): InWords<Evidence[]> =>
  evidenceIn(sampleFacts(ride)).filter(item => item.type === type)

/** One value from a time to another, and another before and after. */
export const during = (from: number, to: number, inside: number, outside: number) => (time: number) =>
  time >= from && time < to ? inside : outside

/** Shaking of the picture from frame to frame, stronger or weaker at times. */
export const shakes = (strength: (time: number) => number) => (time: number) =>
  strength(time) * Math.sin(2 * Math.PI * 11.3 * time)

/** Steady shaking with the given RMS around a level, without randomness. */
export const shaking =
  (rms: number, level = 1) =>
  (time: number) =>
    level + rms * Math.SQRT2 * Math.sin(2 * Math.PI * 23 * time + 0.7 * Math.sin(2 * Math.PI * 3.1 * time))

/** Acceleration of a jump: riding, free fall for `airtime`, a landing of `landingG`, riding again. */
export function jumpCourse(
  takeOff: number,
  airtime: number,
  landingG: number,
  riding = 0.1,
): (time: number) => number {
  const ride = shaking(riding)
  const landing = takeOff + airtime
  return time => {
    if (time >= takeOff && time < landing) return 0.02
    if (time >= landing && time < landing + 0.12)
      return landingG * Math.sin((Math.PI * (time - landing)) / 0.12)
    return ride(time)
  }
}
