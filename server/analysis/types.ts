import type * as contract from '#contract/analysis.ts'
import type { TrackPoint } from '#contract/ride-data.ts'
import type { StreamChoice } from '#server/core/media/streams.ts'
import type { StoredSentence, StoredText } from '#server/core/sentences.ts'
import type { Telemetry } from '#telemetry/types.ts'

/**
 * The data passed between the stages of the analysis: telemetry and signals in, events and evidence in
 * between, contract/analysis.ts out.
 */
/** One number per time; NaN for missing values. Times in seconds of the video, ascending. */
export interface Samples {
  times: Float64Array
  values: Float32Array
}

/** The result of one decode pass, all arrays at `hz` samples per second of video time unless noted. */
export interface Signals {
  durationSeconds: number
  quality: 'full' | 'reduced'
  /** picture features, `pictureHz` per second (8 in full quality) */
  pictureHz: number
  picture: PictureFeatures
  /** null when the file has no sound */
  sound: SoundFeatures | null
  /** null where frames are left out, or are too far apart to be compared */
  ego: EgoMotion | null
  /**
   * results from the video's own frame rate for uncertain changes; empty when there were none, or none were
   * examined
   */
  closeups: readonly Closeup[]
}

/** A shot change that is uncertain at `pictureHz` frames a second, in those frames. */
export type Doubt = SharpDoubt | GradualDoubt

interface SharpDoubt {
  kind: 'cut'
  /** what suggests it */
  by: 'picture' | 'telemetry'
  /** the first frame after it */
  frame: number
}

interface GradualDoubt {
  kind: 'dissolve'
  middle: number
  half: number
}

/** The measurements of a closer look at an uncertain change. */
export type Closeup = SharpCloseup | GradualCloseup

export interface SharpCloseup extends SharpDoubt {
  /** seconds: time of the first frame after the weakest step between two frames */
  time: number
  /** shares of a frame's corners that the next one has: over that step, and the median around it */
  kept: number
  usual: number
  /** share of the corners that one camera movement maps over that step */
  aligned: number
  /**
   * share of the picture with colors over that step that no exposure, white balance or haze explains, and the largest
   * between frames beside it
   */
  recolored: { share: number; usual: number }
}

export interface GradualCloseup extends GradualDoubt {
  /** shares of corners that can be followed forward and back, from the start and from the end: their sum */
  followed: number
}

export interface PictureFeatures {
  /** mean luma 0..255 and its standard deviation over the frame */
  luma: Float32Array
  lumaSd: Float32Array
  /** Hasler-Süsstrunk colorfulness */
  colorfulness: Float32Array
  /** Laplacian energy, a measure of sharpness */
  sharpness: Float32Array
  /** camera motion (median block motion) in frame widths per second, and its components */
  flow: Float32Array
  flowX: Float32Array
  flowY: Float32Array
  /** spread of block motions (parallax), divergence (growth of the picture per second: forward speed), motion-compensated residual 0..1 */
  spread: Float32Array
  divergence: Float32Array
  residual: Float32Array
  /**
   * smallest residual from one of the two frames before to this one or the next, where blocks lose their
   * match in this frame alone; 0 elsewhere
   */
  severed: Float32Array
  /** distance of the frame's color histogram from the previous one, 0..1 */
  histogramDistance: Float32Array
  /**
   * mean magnitude of motion in each quarter of the width, frame widths per second (for the vertical crop):
   * frames × 4
   */
  motionColumns: Float32Array
  /** mean U and V minus 128, for the color rules of scene types; bottom: lower half only */
  chromaU: Float32Array
  chromaV: Float32Array
  bottomLuma: Float32Array
  bottomU: Float32Array
  bottomV: Float32Array
  /** a small picture of each frame (luma 16 × 9, then U and V 8 × 4): frames × lookSize of signals/planes.ts */
  looks: Uint8Array
  /** means of rows from top to bottom (luma of 18 bands, then their U and V): frames × bandsSize of signals/planes.ts */
  bands: Uint8Array
  /** luma planes of up to eight frames from all over the video */
  stills: readonly Uint8Array[]
}

/**
 * The camera's own motion between frames, `hz` values a second from the start of the video. `residual` is near 0
 * where the frames match and near 1 where they don't, and the other values are then a guess.
 */
export interface EgoMotion {
  hz: number
  /** frame widths per second; positive: the picture moves right, the camera turns left */
  yaw: Float32Array
  /** frame widths per second; positive: the picture moves down, the camera turns up */
  pitch: Float32Array
  /** the same for the upper part of the picture alone, which shows what is far away; frame heights per second */
  farPitch: Float32Array
  /** radians per second by which the picture rolls clockwise */
  roll: Float32Array
  /** growth of the picture per second: speed relative to the distance of what is seen */
  growth: Float32Array
  residual: Float32Array
}

export interface SoundFeatures {
  /** frames per second of sound features (31.25 for 512 samples at 16 kHz) */
  hz: number
  /** level in dBFS per frame */
  db: Float32Array
  /** half-wave rectified spectral flux */
  flux: Float32Array
  /** shares of energy: < 160 Hz, 160–1000 Hz, 1–4 kHz, > 4 kHz */
  low: Float32Array
  engine: Float32Array
  voice: Float32Array
  high: Float32Array
  /** dB by which the strongest frequency between 300 and 3500 Hz stands out from the mean level there */
  tone: Float32Array
}

/** A shot change. Times in seconds; a hard cut has start = end = time. */
export interface Cut {
  time: number
  start: number
  end: number
  kind: 'cut' | 'fade' | 'dissolve'
}

/** An unbroken take between two changes. */
export interface Shot {
  start: number
  end: number
}

/** The ride's state, `hz` values a second from the start of the video. */
export interface RideState {
  hz: number
  length: number
  /** m/s from GPS, NaN without a fix; null without GPS */
  speed: Float32Array | null
  /** RMS of the specific force around 1 g over a second, in g; null without an accelerometer */
  vibration: Float32Array | null
  /** motion of the picture in frame widths per second: camera motion and parallax */
  motion: Float32Array
  /** 1 while the vehicle moves, according to the best available source */
  moving: Uint8Array
  /** 1 while the picture moves as on a ride, whatever sensors say */
  seemsMoving: Uint8Array
}

/** Speed along the direction of travel in m/s and its change in m/s², negative for braking. */
export interface Pace {
  times: Float64Array
  speed: Float32Array
  acceleration: Float32Array
}

/** The ride as the picture shows it at the video's own rate, `hz` values a second; NaN where nothing matches. */
export interface SeenRide {
  hz: number
  length: number
  /** growth of the picture per second over a second: speed relative to the distance of what is seen */
  approach: Float32Array
  /** its median while moving */
  usualApproach: number
  /**
   * how far what is far away has moved down since the start, frame heights; the sum drifts, so only differences over a
   * few seconds mean something
   */
  drop: Float32Array
  /** turn rate over half a second, frame widths per second; positive: the camera turns left */
  turn: Float32Array
  /** up and down motion between two frames, frame widths per second; positive: the camera turns up */
  tilt: Float32Array
  /** what 95% of that stays below */
  usualTilt: number
  /** RMS of the fast part of tilt and roll within a third of a second */
  shake: Float32Array
  usualShake: number
}

/** Levels of the parts of a ride's sound, dB, one value per sound frame. Only their differences are used. */
export interface SoundLevels {
  hz: number
  /** all of it */
  whole: Float32Array
  /** below 160 Hz: wind, thumps */
  low: Float32Array
  /** 160 Hz to 1 kHz: the engine */
  engine: Float32Array
  /** 1 to 4 kHz: voices, and wheels on the ground */
  voice: Float32Array
  /** above 4 kHz */
  high: Float32Array
  /** above 1 kHz: wheels and air at speed */
  rush: Float32Array
  /** how far one frequency stands out from 300 to 3500 Hz, as in a shout */
  tone: Float32Array
}

/**
 * Motion in axes level with the ground, 25 values a second (`levelHz`), with shaking smoothed away. NaN without
 * samples.
 */
export interface LevelMotion {
  length: number
  /**
   * m/s² along two level axes, the second to the left of the first; fixed to the camera, not to the direction
   * of travel
   */
  first: Float32Array
  second: Float32Array
  /** rad/s about the vertical; positive turns left */
  yaw: Float32Array
  /** rad/s about any axis */
  rate: Float32Array
  /** rad: how far the camera looks up */
  tilt: Float32Array
}

/** Everything the event rules use. */
export interface RideFacts {
  durationSeconds: number
  signals: Signals
  /** with the receiver's clock aligned to the motion sensor, if both are available */
  telemetry: Telemetry | null
  /** speed along the direction of travel; null without GPS */
  pace: Pace | null
  /** specific force in g; null without an accelerometer */
  felt: Samples | null
  /** motion level with the ground; null without both motion sensors */
  level: LevelMotion | null
  shots: Shot[]
  state: RideState
  /** what the picture shows at the video's own rate; null without enough frames */
  seen: SeenRide | null
  /** what can be heard; null without sound, or with a muted microphone */
  heard: SoundLevels | null
}

/** What a video and its sensors tell, each source at times of its own. */
export interface Observed {
  signals: Signals
  /** the camera's telemetry; null without any */
  own: Telemetry | null
  /** a ride that its rider added; null without one */
  added: Telemetry | null
  /** why something is missing: sentences for the log */
  notes: string[]
}

/** A ride whose sensors and picture agree on what happened when. */
export interface Ride {
  /** the camera's telemetry and the added ride, as recorded, at the times of the video; null without any */
  telemetry: Telemetry | null
  /** seconds of the ride per second of the video */
  clock: number
  /** at the times of the video */
  shown: RideFacts
  /** on the ride's clock, on which slow motion is measured; the same as `shown` in real time */
  ridden: RideFacts
}

/** A ride by everything that was observed, and by its picture and sound alone; null when there was nothing else. */
export interface Rides {
  whole: Ride
  seen: Ride | null
}

/** ffprobe's result for the analyzed file. Frozen: never changed after probing. */
export interface AnalysisInput {
  /** local path of the original */
  path: string
  durationSeconds: number
  width: number
  height: number
  fps: number
  /** the picture and the sound that were chosen when the file was probed */
  streams: StreamChoice
  /** when the recording began, as the file and its name say, the likeliest first, Unix seconds */
  clocks?: readonly number[]
  hasBFrames: boolean
  codec: string
  sizeBytes: number
  /** optional sidecar with telemetry, local path */
  sidecarPath?: string
  /** seconds of the sidecar at the video's second 0, as the rider chose; null: to be found */
  rideOffset?: number | null
  title?: string
  /**
   * when the texts that others see must not use GPS measurements, by the track of the ride; by default they use none of a
   * ride that has positions
   */
  hide?: (track: readonly TrackPoint[][]) => readonly contract.TimeSpan[]
}

/** Fields of the contract's types in which people read a sentence. */
type Told = 'text' | 'description' | 'reason' | 'sentence' | 'improvement' | 'doubt' | 'abstained'

/**
 * A type of the contract as the analysis makes and stores it, with sentences; `inWordsFor` turns it into the contract's.
 * Only a description may be plain text: in a private place, others see no more than what kind of moment it is.
 */
type Stored<T> = T extends object
  ? {
      [K in keyof T]: K extends Told
        ? Exclude<T[K], string> | (K extends 'description' ? StoredText : StoredSentence)
        : Stored<T[K]>
    }
  : T

export type Evidence = Stored<contract.Evidence>
export type Highlight = Stored<contract.Highlight>
export type Scene = Stored<contract.Scene>
export type SafetyNote = Stored<contract.SafetyNote>
export type EditingSuggestion = Stored<contract.EditingSuggestion>
export type ViralPotential = Stored<contract.ViralPotential>
export type ThumbnailRecommendation = Stored<contract.ThumbnailRecommendation>

/** Written once for everybody, in English, as platforms get it. */
type Written = Pick<contract.AnalysisResult, 'texts' | 'compilations'>
export type AnalysisResult = Stored<Omit<contract.AnalysisResult, keyof Written>> & Written

export type Progress = (fraction: number, stage: string) => void
