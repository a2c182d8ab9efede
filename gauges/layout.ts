import type { GaugeMeasure, GaugeRide } from '#contract/gauges/schemas.ts'
import type { UnitSystem } from '#contract/gauges/units.ts'
import { type Drawn, layOut } from './geometry.ts'
import { hasSamples, type Spans } from './measured.ts'
import { type Profile, profileOf } from './profile.ts'
import { topOfScale } from './scale.ts'

export const gaugeNames = ['speed', 'g', 'air', 'map', 'profile', 'name'] as const
export type GaugeName = (typeof gaugeNames)[number]

/** Pixels of the picture. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface GaugeLayout {
  width: number
  height: number
  /** pixels of one unit of drawing: about a 1,080th of the picture's shorter side */
  unit: number
  units: UnitSystem
  /** where each gauge is drawn; those that the ride has no numbers for are not there */
  boxes: Partial<Record<GaugeName, Box>>
  /** full scale of the speedometer in the units shown */
  topSpeed: number
  /** the way inside the map's box, in units of drawing */
  map: Drawn | null
  /** the heights inside the profile's box, in units of drawing */
  profile: Profile | null
  name: string
}

/** Sizes in units of drawing. */
export const sizes: Record<GaugeName, { width: number; height: number }> = {
  speed: { width: 300, height: 270 },
  g: { width: 200, height: 270 },
  air: { width: 400, height: 120 },
  map: { width: 300, height: 270 },
  profile: { width: 560, height: 140 },
  name: { width: 560, height: 84 },
}
const gap = 24
const margin = 48
/** What platforms put over an upright video: their buttons at the right and the caption at the foot. */
const upright = { top: 170, foot: 520, side: 56 }

type Places = Partial<Record<GaugeName, [x: number, y: number, width: number]>>

/** Beside each other at the foot of a picture that is wider than high. */
function wide(width: number, height: number, has: (name: GaugeName) => boolean): Places {
  const places: Places = {}
  const foot = (name: GaugeName) => height - margin - sizes[name].height
  let left = margin
  for (const name of ['speed', 'g'] as const)
    if (has(name)) {
      places[name] = [left, foot(name), sizes[name].width]
      left += sizes[name].width + gap
    }
  let right = width - margin
  if (has('map')) {
    right -= sizes.map.width
    places.map = [right, foot('map'), sizes.map.width]
    right -= gap
  }
  const middle = Math.min(sizes.profile.width, right - left)
  const at = Math.max(left, Math.min((width - middle) / 2, right - middle))
  if (has('profile')) places.profile = [at, foot('profile'), middle]
  if (has('air')) {
    const below = has('profile') ? foot('profile') - gap / 2 : height - margin
    places.air = [at + (middle - sizes.air.width) / 2, below - sizes.air.height, sizes.air.width]
  }
  if (has('name')) places.name = [margin, margin, sizes.name.width]
  return places
}

/** Below each other in a picture that is as high as wide, or higher. */
function narrow(width: number, height: number, has: (name: GaugeName) => boolean): Places {
  const places: Places = {}
  const isUpright = height > width * 1.2
  const side = isUpright ? upright.side : margin
  const top = isUpright ? upright.top : margin
  const foot = height - (isUpright ? upright.foot : margin)
  let left = side
  for (const name of ['speed', 'g'] as const)
    if (has(name)) {
      places[name] = [left, foot - sizes[name].height, sizes[name].width]
      left += sizes[name].width + gap
    }
  // The buttons of an upright player stand at the right of the foot.
  const right = width - (isUpright ? 190 : margin)
  if (has('profile')) places.profile = [left, foot - sizes.profile.height, right - left]
  if (has('air')) {
    const below = left > side ? foot - sizes.speed.height - gap : foot - sizes.profile.height - gap
    places.air = [side, below - sizes.air.height, sizes.air.width]
  }
  if (has('map')) places.map = [width - side - sizes.map.width, top, sizes.map.width]
  if (has('name'))
    places.name = [side, top, Math.min(sizes.name.width, width - 2 * side - sizes.map.width - gap)]
  return places
}

/** Degrees, about 60 m: a shorter way is a dot on a map. */
const leastDegrees = 0.0005

/** Whether the way leads far enough to be a map. */
function reaches(track: GaugeRide['track']): boolean {
  const [first, ...rest] = track.flat()
  return rest.some(([, north, east]) =>
    first ? Math.hypot(north - first[1], east - first[2]) > leastDegrees : false,
  )
}

export interface LayoutOptions {
  /** of the picture, pixels */
  width: number
  height: number
  units: UnitSystem
  /** of the ride that the clip shows: a gauge that has no number in them is left out */
  spans: Spans
}

/** Where each gauge of a clip is drawn, and what of it stays the same in all frames. */
export function layOutGauges(ride: GaugeRide, { width, height, units, spans }: LayoutOptions): GaugeLayout {
  const isWide = width > height * 1.2
  // A wide picture is small on a phone.
  const unit = (Math.min(width, height) / 1080) * (isWide ? 1.2 : 1)
  const measured = (measure: GaugeMeasure) => hasSamples(ride[measure], spans)
  const has = (name: GaugeName): boolean => {
    if (name === 'speed' || name === 'g') return measured(name)
    if (name === 'air')
      return ride.flights.some(one => spans.some(s => one.start < s.end && one.end > s.start))
    if (name === 'map') return reaches(ride.track)
    if (name === 'profile') return ride.profile.flat().length > 1
    return ride.name !== ''
  }
  const places = (isWide ? wide : narrow)(width / unit, height / unit, has)
  const boxes: GaugeLayout['boxes'] = {}
  for (const [name, [x, y, across]] of Object.entries(places) as [GaugeName, [number, number, number]][])
    boxes[name] = {
      x: Math.round(x * unit),
      y: Math.round(y * unit),
      width: Math.ceil(across * unit),
      height: Math.ceil(sizes[name].height * unit),
    }
  const mapBox = boxes.map && { width: sizes.map.width, height: sizes.map.height, margin: 34 }
  return {
    width,
    height,
    unit,
    units,
    boxes,
    topSpeed: topOfScale(ride.topSpeed ?? 0, units),
    map: mapBox ? layOut(ride.track, mapBox) : null,
    profile: boxes.profile ? profileOf(ride.profile, boxes.profile.width / unit, sizes.profile.height) : null,
    name: ride.name,
  }
}
