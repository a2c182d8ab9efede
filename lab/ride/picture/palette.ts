import type { Shot, Terrain } from '../plan.ts'

export type Color = readonly [red: number, green: number, blue: number]

/** A country's colors at noon, 0 to 255, and its vegetation. */
interface Country {
  ground: [Color, Color]
  track: Color
  rut: Color
  hills: [far: Color, middle: Color, near: Color]
  /** height of the ridges as a tangent */
  relief: number
  leaves: Color
  trees: ('conifer' | 'leafy' | 'bush' | 'cactus' | 'rock' | 'grass')[]
  /** objects per 4 m of track */
  density: number
  lake: boolean
  /** flat-topped hills */
  mesas: boolean
  /** trees on the skyline */
  wooded: boolean
  /** snow line as a share of the relief; above 1.2: no snow */
  snowLine: number
  dust: Color
}

const countries: Record<Terrain, Country> = {
  trail: {
    ground: [
      [104, 118, 58],
      [142, 132, 78],
    ],
    track: [168, 132, 92],
    rut: [122, 92, 62],
    hills: [
      [132, 152, 168],
      [98, 122, 98],
      [78, 100, 62],
    ],
    relief: 0.32,
    leaves: [66, 96, 46],
    trees: ['conifer', 'leafy', 'bush', 'grass', 'grass', 'rock'],
    density: 2.2,
    lake: false,
    mesas: false,
    wooded: true,
    snowLine: 0.8,
    dust: [196, 170, 134],
  },
  desert: {
    ground: [
      [206, 148, 92],
      [186, 122, 74],
    ],
    track: [226, 178, 122],
    rut: [182, 124, 78],
    hills: [
      [186, 138, 126],
      [176, 104, 70],
      [158, 84, 52],
    ],
    relief: 0.32,
    leaves: [108, 118, 68],
    trees: ['cactus', 'bush', 'rock', 'rock', 'bush', 'grass'],
    density: 1.1,
    lake: false,
    mesas: true,
    wooded: false,
    snowLine: 2,
    dust: [232, 192, 144],
  },
  forest: {
    ground: [
      [66, 88, 42],
      [92, 96, 52],
    ],
    track: [126, 98, 68],
    rut: [86, 64, 44],
    hills: [
      [116, 138, 140],
      [66, 92, 66],
      [44, 68, 40],
    ],
    relief: 0.24,
    leaves: [42, 78, 36],
    trees: ['conifer', 'conifer', 'conifer', 'leafy', 'bush', 'grass'],
    density: 3.6,
    lake: false,
    mesas: false,
    wooded: true,
    snowLine: 0.9,
    dust: [164, 142, 112],
  },
  mud: {
    ground: [
      [98, 96, 62],
      [84, 80, 52],
    ],
    track: [92, 70, 50],
    rut: [58, 44, 34],
    hills: [
      [138, 148, 152],
      [92, 104, 88],
      [74, 84, 62],
    ],
    relief: 0.22,
    leaves: [74, 86, 50],
    trees: ['leafy', 'bush', 'bush', 'grass', 'grass', 'conifer'],
    density: 2,
    lake: false,
    mesas: false,
    wooded: true,
    snowLine: 2,
    dust: [124, 100, 76],
  },
  snow: {
    ground: [
      [236, 241, 250],
      [204, 214, 230],
    ],
    track: [186, 184, 186],
    rut: [132, 124, 120],
    hills: [
      [196, 212, 232],
      [168, 188, 214],
      [108, 128, 142],
    ],
    relief: 0.36,
    leaves: [48, 74, 66],
    trees: ['conifer', 'conifer', 'rock', 'conifer', 'bush', 'rock'],
    density: 1.7,
    lake: false,
    mesas: false,
    wooded: true,
    snowLine: 0.15,
    dust: [236, 240, 248],
  },
  water: {
    ground: [
      [196, 178, 132],
      [126, 138, 82],
    ],
    track: [206, 182, 136],
    rut: [158, 132, 96],
    hills: [
      [128, 160, 184],
      [90, 128, 128],
      [82, 110, 74],
    ],
    relief: 0.3,
    leaves: [72, 112, 60],
    trees: ['leafy', 'grass', 'grass', 'bush', 'rock', 'conifer'],
    density: 1.5,
    lake: true,
    mesas: false,
    wooded: true,
    snowLine: 0.85,
    dust: [216, 196, 158],
  },
}

interface Light {
  skyTop: Color
  skyLow: Color
  cloud: Color
  /** light on the ground, 1 = noon */
  onGround: Color
  /** how much of the haze color covers a distance of 100 m */
  haze: number
  cover: number
  /** tangent of the sun's elevation; null when hidden */
  sun: number | null
}

const lights: Record<Shot['light'], Light> = {
  noon: {
    skyTop: [62, 126, 206],
    skyLow: [176, 208, 232],
    cloud: [246, 248, 250],
    onGround: [1, 1, 0.98],
    haze: 0.3,
    cover: 0.35,
    sun: 0.75,
  },
  golden: {
    skyTop: [84, 126, 184],
    skyLow: [246, 208, 160],
    cloud: [255, 224, 184],
    onGround: [1.05, 0.93, 0.78],
    haze: 0.42,
    cover: 0.4,
    sun: 0.2,
  },
  overcast: {
    skyTop: [150, 160, 170],
    skyLow: [204, 208, 210],
    cloud: [222, 224, 226],
    onGround: [0.84, 0.86, 0.9],
    haze: 0.5,
    cover: 0.8,
    sun: null,
  },
  dusk: {
    skyTop: [58, 62, 118],
    skyLow: [236, 140, 110],
    cloud: [228, 138, 138],
    onGround: [0.66, 0.54, 0.62],
    haze: 0.4,
    cover: 0.5,
    sun: 0.05,
  },
  night: {
    skyTop: [8, 12, 28],
    skyLow: [22, 28, 48],
    cloud: [20, 24, 40],
    onGround: [0.12, 0.13, 0.2],
    haze: 0.5,
    cover: 0.4,
    sun: null,
  },
}

export type Palette = Country & Light & { hazeColor: Color; night: boolean }

const times = (a: Color, b: Color): Color => [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
const mix = (a: Color, b: Color, part: number): Color => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
]

/** The colors of a shot: its country in its light. */
export function paletteOf({ terrain, light }: Pick<Shot, 'terrain' | 'light'>): Palette {
  const country = countries[terrain]
  const sky = lights[light]
  const lit = (color: Color) => times(color, sky.onGround)
  const hazeColor = mix(sky.skyLow, lit(country.hills[0]), 0.35)
  return {
    ...country,
    ...sky,
    ground: [lit(country.ground[0]), lit(country.ground[1])],
    track: lit(country.track),
    rut: lit(country.rut),
    hills: [
      mix(lit(country.hills[0]), hazeColor, 0.55),
      mix(lit(country.hills[1]), hazeColor, 0.32),
      mix(lit(country.hills[2]), hazeColor, 0.14),
    ],
    leaves: lit(country.leaves),
    dust: lit(country.dust),
    hazeColor,
    night: light === 'night',
  }
}
