import type { Telemetry } from '#telemetry/types.ts'

/**
 * The shapes that the stages of the analysis hand to each other:
 * telemetry and signals in, events and evidence between, contract/analysis.ts out.
 */
/** One number per time; NaN where there is none. Times in seconds of the video, rising. */
export interface Samples {
  times: Float64Array
  values: Float32Array
}

/** What one decode pass delivers, all arrays at `hz` samples per second of video time unless said. */
export interface Signals {
  durationSeconds: number
  quality: 'full' | 'reduced'
  /** picture features, `pictureHz` per second (8 in full quality) */
  pictureHz: number
  picture: PictureFeatures
  /** null when the file has no sound */
  sound: SoundFeatures | null
  /** what the video's own frame rate says of changes that were in doubt; none when nothing was, or nobody looked */
  closeups: readonly Closeup[]
}

/** A change of shot that `pictureHz` frames a second leave in doubt, in those frames. */
export type Doubt = SharpDoubt | GradualDoubt

interface SharpDoubt {
  kind: 'cut'
  /** what speaks for it */
  by: 'picture' | 'telemetry'
  /** the first frame after it */
  frame: number
}

interface GradualDoubt {
  kind: 'dissolve'
  middle: number
  half: number
}

/** What a closer look at a doubt measured. */
export type Closeup = SharpCloseup | GradualCloseup

export interface SharpCloseup extends SharpDoubt {
  /** seconds: of the first frame after the weakest step between two frames */
  time: number
  /** shares of the corners of a frame that the next one has: over that step, and the median beside */
  kept: number
  usual: number
  /** share of the corners that one movement of the camera carries over that step */
  aligned: number
}

export interface GradualCloseup extends GradualDoubt {
  /** shares of corners that can be followed through and back, from the beginning and from the end: their sum */
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
  /** least residual from one of the two frames before to this one or the next, where blocks lose their match in this frame alone; 0 elsewhere */
  severed: Float32Array
  /** distance of the frame's color histogram to the one before, 0..1 */
  histogramDistance: Float32Array
  /** mean length of motion in each quarter of the width, frame widths per second (for the vertical crop): frames × 4 */
  motionColumns: Float32Array
  /** mean U and V minus 128, for the color rules of scene types; bottom: lower half only */
  chromaU: Float32Array
  chromaV: Float32Array
  bottomLuma: Float32Array
  bottomU: Float32Array
  bottomV: Float32Array
  /** a small picture of each frame (luma 16 × 9, then U and V 8 × 4): frames × lookSize of signals/planes.ts */
  looks: Uint8Array
  /** luma planes of up to eight frames from all over the video */
  stills: readonly Uint8Array[]
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
}

/** A change of shot. Times in seconds; a hard cut has start = end = time. */
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

/** What the ride does, `hz` values a second from the start of the video. */
export interface RideState {
  hz: number
  length: number
  /** m/s by GPS, NaN where it has no fix; null without GPS */
  speed: Float32Array | null
  /** RMS of felt acceleration around 1 g over a second, in g; null without an accelerometer */
  vibration: Float32Array | null
  /** motion of the picture in frame widths per second: camera motion and parallax */
  motion: Float32Array
  /** 1 while the vehicle moves, by the best witness there is */
  moving: Uint8Array
}

/** Speed along the way in m/s and its change in m/s², negative for braking. */
export interface Pace {
  times: Float64Array
  speed: Float32Array
  acceleration: Float32Array
}

/** All that the event rules look at. */
export interface RideFacts {
  durationSeconds: number
  signals: Signals
  /** with the receiver's clock set by the motion sensor, where both speak */
  telemetry: Telemetry | null
  /** speed along the way; null without GPS */
  pace: Pace | null
  /** felt acceleration in g; null without an accelerometer */
  felt: Samples | null
  shots: Shot[]
  state: RideState
}

/** What ffprobe said of the file that is analyzed. Frozen: never changed after probing. */
export interface AnalysisInput {
  /** local path of the original */
  path: string
  durationSeconds: number
  width: number
  height: number
  fps: number
  hasAudio: boolean
  hasBFrames: boolean
  codec: string
  sizeBytes: number
  /** optional GPX or CSV file with telemetry, local path */
  sidecarPath?: string
  title?: string
  /** texts for others may use what GPS measured near the start and end of the ride; left out unless this is true */
  showHomeZone?: boolean
}

export type Progress = (fraction: number, stage: string) => void
