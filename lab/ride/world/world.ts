/** Times of day and weather for a shot. */
export type Light = 'noon' | 'golden' | 'overcast' | 'dusk' | 'night'

/**
 * The world a ride is filmed in. The plain world is the one the analysis was first tuned on. A wide world is
 * drawn from the seed, factor by factor, so that constants tuned to one camera, engine or riding style fail
 * in it.
 */
export const worldNames = ['plain', 'wide'] as const
export type WorldName = (typeof worldNames)[number]

export interface Lens {
  /** tangent of half the horizontal field of view before the bend */
  halfWidth: number
  /** 0: straight lines stay straight, 1: equal angles are equally wide (fisheye) */
  bend: number
}

export interface Mount {
  place: 'vehicle' | 'bar' | 'chest' | 'helmet'
  /** natural frequency of the mount in Hz, 0 rigid; null: as planned */
  hertz: number | null
  /** damping of that swing as a share of critical */
  damping: number
  /** m above the vehicle's default camera position */
  height: number
  /** rad the camera is tilted up (positive) or down */
  tilt: number
  /** share of the picture's height by which handlebar and arms are lower */
  drop: number
  /** rattle that reaches the camera, and the speed of its springs, relative to the plain mount */
  shake: number
  pace: number
  /** 0 to 1: sway of a body while riding, relative to a hand-held camera at rest */
  sway: number
  /** rad, standard deviation of head turns */
  swing: number
  /** g, standard deviation of engine and wheel vibration; null: as planned */
  vibration: number | null
  /** share of the vibration that remains in the air */
  airBuzz: number
  /** thumps, rattle and tires heard through the mount, relative to the plain one */
  heard: number
}

export interface Engine {
  kind: 'plain' | 'two-stroke' | 'single' | 'twin' | 'triple' | 'electric'
  /** firing rate relative to a four-stroke single */
  pitch: number
  loudness: number
  /** 0 to 1: how much of the loudness follows the throttle */
  response: number
  /** loudness of the idle part, relative */
  idle: number
  /** m/s a gear spans */
  gear: number
  /** rpm and throttle approached in the air */
  airRevs: number
  airThrottle: number
  harmonics: number
  /** exponents by which harmonics fall off, without and with load */
  dull: number
  bright: number
  /** shifts which harmonics are strong, rad */
  timbre: number
}

export interface Wind {
  gain: number
  /** exponent of the speed */
  power: number
  /** headwind, m/s */
  head: number
  /** cap of (speed + head) / 26 m/s */
  top: number
  /** 0 to 0.5: depth of the gusts, and their frequency relative to the plain wind */
  gusts: number
  pace: number
  /** cut-off of the noise relative to the plain wind; foam on the microphone lowers it */
  brightness: number
}

export interface Microphone {
  gain: number
  /** automatic gain: target level (0 to 1), seconds to turn down and up, maximum gain */
  control: { level: number; down: number; up: number; most: number } | null
  /** level at which the converter clips, 1 = never */
  clip: number
  /** kbit/s of the AAC sound */
  kbps: number
}

export interface Compression {
  preset: 'ultrafast' | 'superfast' | 'veryfast'
  crf: number
  /** seconds between key frames */
  gopSeconds: number
}

export interface LightWorld {
  /** lights that shots are drawn from; null: as planned */
  lights: readonly Light[] | null
  /** 0 to 0.5: depth of slow exposure changes, and their period in s */
  drift: number
  driftSeconds: number
  /** 0 to 0.6: how much darker patches of shade are */
  shade: number
  /** gains of red and blue, relative to green */
  red: number
  blue: number
  /** slope of the tone curve at middle gray, and overall brightness */
  contrast: number
  brightness: number
  haze: number
  saturation: number
  /** sensor noise, 0 to 255 */
  grain: number
  /** seconds between sun flares; null: as planned */
  flareSeconds: readonly [number, number] | null
}

export interface Shapes {
  /** 0 sharp, short maneuvers to 1 soft, long ones; individual maneuvers vary around it */
  softness: number
  /** speed of plain riding and bends of the track, relative */
  pace: number
  winding: number
  /** 1/s: how fast the speed follows the requested speed */
  follow: number
  /** pitch per m/s² of braking, rad, and springs relative to the plain vehicle */
  dive: number
  springs: number
  /** seconds of plain riding between maneuvers */
  gap: readonly [number, number]
}

export interface Inertial {
  accelerometerHz: number
  gyroscopeHz: number
  /** initial offsets: m/s² and rad/s per axis up, forward, left */
  accelerometerBias: readonly [number, number, number]
  gyroscopeBias: readonly [number, number, number]
  /** random walk of the offsets per square root of a second, m/s² and rad/s */
  accelerometerWalk: number
  gyroscopeWalk: number
  /** white noise, m/s² and rad/s */
  accelerometerNoise: number
  gyroscopeNoise: number
  /** quantization step, m/s² and rad/s */
  accelerometerStep: number
  gyroscopeStep: number
  /** relative error of the scale */
  scale: number
  /** rotation of the camera in its mount, rad: pitch, roll, yaw */
  turned: readonly [number, number, number]
  upsideDown: boolean
  /** sensor axes in the file, as ORIN names them; null: up, forward, left without a note */
  axes: string | null
  /** whether the camera writes the direction of gravity */
  gravity: boolean
}

export interface Gps {
  /** fixes per second, 0 = no receiver; null: as planned, 18 */
  hz: number | null
  lagSeconds: number
  /** noise of speed in m/s, and of the drifting position relative to the plain receiver */
  speedNoise: number
  wander: number
  /** dropouts per minute, and their length in whole seconds */
  dropouts: number
  dropoutSeconds: readonly [number, number]
}

export interface Company {
  /** per minute */
  talkers: number
  passing: number
  /** 0 none */
  music: number
}

export interface World {
  lens: Lens
  mount: Mount
  engine: Engine
  wind: Wind
  microphone: Microphone
  compression: Compression
  /** frames per second; null: as requested by the caller */
  frameRate: number | null
  light: LightWorld
  /** null: the formulas of the plain world */
  shapes: Shapes | null
  inertial: Inertial | null
  gps: Gps
  company: Company
}

export type Factor = keyof World

/** The original constants, used for seeds 1 to 16, 201 to 224 and all tests. */
export const plainWorld: World = {
  lens: { halfWidth: 1.09, bend: 0 },
  mount: {
    place: 'vehicle',
    hertz: null,
    damping: 0.45,
    height: 0,
    tilt: 0,
    drop: 0,
    shake: 1,
    pace: 1,
    sway: 0,
    swing: 0,
    vibration: null,
    airBuzz: 0.2,
    heard: 1,
  },
  engine: {
    kind: 'plain',
    pitch: 1,
    loudness: 1,
    response: 1,
    idle: 1,
    gear: 8,
    airRevs: 9600,
    airThrottle: 1,
    harmonics: 18,
    dull: 1.5,
    bright: 0.75,
    timbre: 0,
  },
  wind: { gain: 0.3, power: 1.7, head: 0, top: 1, gusts: 0.2, pace: 1, brightness: 1 },
  microphone: { gain: 1, control: null, clip: 1, kbps: 128 },
  compression: { preset: 'ultrafast', crf: 23, gopSeconds: 1 },
  frameRate: null,
  light: {
    lights: null,
    drift: 0,
    driftSeconds: 10,
    shade: 0,
    red: 1,
    blue: 1,
    contrast: 1,
    brightness: 1,
    haze: 1,
    saturation: 1,
    grain: 4,
    flareSeconds: null,
  },
  shapes: null,
  inertial: null,
  gps: { hz: null, lagSeconds: 0, speedNoise: 0.06, wander: 1, dropouts: 0, dropoutSeconds: [2, 8] },
  company: { talkers: 0, passing: 0, music: 0 },
}

export const factors = Object.keys(plainWorld) as Factor[]
