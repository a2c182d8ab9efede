import type { TelemetrySeries } from './types.ts'

/** What a video knows about its place in time and its turns. */
export interface ClipClock {
  /** of the video, seconds */
  seconds: number
  /** when its second 0 was by satellite time, Unix seconds; null: not known */
  satellite: number | null
  /** when its second 0 may have been by other clocks, the likeliest first, Unix seconds */
  starts: readonly number[]
  /** turns of the camera, rad/s: any number of axes, in any direction; null: no sensor */
  gyro: TelemetrySeries | null
}

/** Where a video may lie on a track's clock. */
export interface Match {
  /** Unix seconds at the video's second 0 */
  start: number
  method: 'satellite' | 'turns' | 'clock'
  /** correlation of turns, 0 to 1; null: not compared */
  peak: number | null
}

export interface Matches {
  /** the one that can be taken without asking; null: the rider chooses */
  automatic: Match | null
  /** what is taken until then: what the likeliest clock says; null: nothing is known */
  guess: Match | null
  /** the best three, best first */
  best: Match[]
}

/** Steps per second at which turns are compared, and over which time they are averaged. */
const rate = 4
const smoothSeconds = 1.5
/** How far a clock's candidate is refined to either side, seconds. */
const reach = 30
/** Share of the video that a track has to cover. */
const coverage = 0.8
/** A match is taken without asking from this correlation on, this far above the next one. */
const clear = { peak: 0.85, above: 0.05 } as const
/** Both halves of a video have to agree within this time, each at least this long. Seconds. */
const halves = { agree: 0.5, least: 20 } as const
/** A course says nothing below this speed, m/s. */
const moving = 2
/** Peaks nearer than this are one. Seconds. */
const apart = 3

const radians = Math.PI / 180

/** How fast a track's course turns, rad/s, at the moments between its points; 0 while it stands. */
function courseRates({ times, values, axes }: TelemetrySeries): { times: number[]; rates: number[] } {
  const found = { times: [] as number[], rates: [] as number[] }
  let before: { time: number; course: number } | null = null
  for (let i = 1; i < times.length; i++) {
    const [a, b] = [(i - 1) * axes, i * axes]
    const seconds = times[i]! - times[i - 1]!
    const east = (values[b + 1]! - values[a + 1]!) * Math.cos(values[b]! * radians)
    const north = values[b]! - values[a]!
    const meters = Math.hypot(east, north) * 111_195
    if (!(seconds > 0 && seconds <= 3 && meters / seconds >= moving)) {
      before = null
      continue
    }
    const here = { time: (times[i]! + times[i - 1]!) / 2, course: Math.atan2(east, north) }
    if (before) {
      const turn = Math.atan2(Math.sin(here.course - before.course), Math.cos(here.course - before.course))
      found.times.push((here.time + before.time) / 2)
      found.rates.push(turn / (here.time - before.time))
    }
    before = here
  }
  return found
}

/** Numbers on a grid of `rate`, each the mean of those within half of `smoothSeconds`; 0 where there are none. */
function onGrid(
  times: ArrayLike<number>,
  valueAt: (i: number) => number,
  from: number,
  steps: number,
): Float64Array {
  const [sums, counts] = [new Float64Array(steps), new Float64Array(steps)]
  const half = Math.round((smoothSeconds / 2) * rate)
  for (let i = 0; i < times.length; i++) {
    const step = Math.round((times[i]! - from) * rate)
    if (step < 0 || step >= steps) continue
    sums[step]! += valueAt(i)
    counts[step]! += 1
  }
  const grid = new Float64Array(steps)
  let [sum, count] = [0, 0]
  for (let step = -half; step < steps; step++) {
    const [enters, leaves] = [step + half, step - half - 1]
    if (enters < steps) {
      sum += sums[enters]!
      count += counts[enters]!
    }
    if (leaves >= 0) {
      sum -= sums[leaves]!
      count -= counts[leaves]!
    }
    if (step >= 0) grid[step] = count > 0 ? sum / count : 0
  }
  return grid
}

/**
 * Pearson's correlation of a short row of numbers with a long one at each shift of the short one, in steps.
 * @returns its amount: an axis may point either way
 */
function correlations(short: Float64Array, long: Float64Array, first: number, last: number): Float64Array {
  const n = short.length
  const found = new Float64Array(Math.max(0, last - first + 1))
  const mean = short.reduce((sum, v) => sum + v, 0) / n
  const own = short.map(v => v - mean)
  const power = Math.sqrt(own.reduce((sum, v) => sum + v * v, 0))
  if (power === 0) return found
  for (let shift = first; shift <= last; shift++) {
    let [sum, squares, product] = [0, 0, 0]
    for (let i = 0; i < n; i++) {
      const value = long[shift + i] ?? 0
      sum += value
      squares += value * value
      product += value * own[i]!
    }
    const spread = squares - (sum * sum) / n
    found[shift - first] = spread > 1e-9 ? Math.abs(product) / (power * Math.sqrt(spread)) : 0
  }
  return found
}

interface Peak {
  /** in steps, with its fraction */
  shift: number
  height: number
}

/** The highest places that are `apart`, best first. */
function peaksOf(row: Float64Array, first: number, count: number): Peak[] {
  const left = Float64Array.from(row)
  const found: Peak[] = []
  while (found.length < count) {
    let top = -1
    for (let i = 0; i < left.length; i++) if (left[i]! > 0 && (top < 0 || left[i]! > left[top]!)) top = i
    if (top < 0) break
    const [a, b, c] = [row[top - 1] ?? row[top]!, row[top]!, row[top + 1] ?? row[top]!]
    // The top of a parabola through three neighbors.
    const bend = a - 2 * b + c
    const fraction = bend < 0 ? (a - c) / (2 * bend) : 0
    if (b >= a && b >= c)
      found.push({ shift: first + top + Math.max(-0.5, Math.min(0.5, fraction)), height: b })
    left.fill(0, Math.max(0, top - apart * rate), top + apart * rate + 1)
  }
  return found
}

/**
 * Where a video lies on a track's clock: by satellite time if the camera had it; otherwise by comparing the camera's
 * turns with those of the track's course, around what other clocks say or over the whole track. Turns tell a place better
 * than vibration, which peaks wherever the ground is alike.
 * @param track its times are Unix seconds
 */
export function matchInTime(clip: ClipClock, track: TelemetrySeries): Matches {
  const [begin, end] = [track.times[0] ?? 0, track.times.at(-1) ?? 0]
  const covers = (start: number) =>
    Math.min(end, start + clip.seconds) - Math.max(begin, start) >= coverage * clip.seconds
  if (clip.satellite !== null && covers(clip.satellite)) {
    const match: Match = { start: clip.satellite, method: 'satellite', peak: null }
    return { automatic: match, guess: match, best: [match] }
  }
  const starts = clip.starts.filter(covers)
  const byClock = starts.slice(0, 3).map((start): Match => ({ start, method: 'clock', peak: null }))
  const guess = byClock[0] ?? null
  const { gyro } = clip
  const steps = Math.floor(clip.seconds * rate)
  if (!gyro || steps < halves.least * rate) return { automatic: null, guess, best: byClock }

  // Ahead and behind there is room for a video that the track covers in part.
  const room = Math.ceil((1 - coverage) * steps)
  const from = begin - room / rate
  const course = courseRates(track)
  const long = onGrid(course.times, i => course.rates[i]!, from, Math.ceil((end - begin) * rate) + 2 * room)
  const last = long.length - steps
  const axes = Array.from({ length: gyro.axes }, (_, axis) =>
    onGrid(gyro.times, i => gyro.values[i * gyro.axes + axis]!, 0, steps),
  )
  const compared = (windows: readonly (readonly [number, number])[]): Matches => {
    // The axis that turns with the vehicle is the one that fits best.
    const found = windows
      .flatMap(([first, until]) =>
        axes.flatMap((own, axis) =>
          peaksOf(correlations(own, long, first, until), first, 3).map(peak => ({ ...peak, axis })),
        ),
      )
      .sort((a, b) => b.height - a.height)
      .filter((peak, i, all) => all.findIndex(p => Math.abs(p.shift - peak.shift) < apart * rate) === i)
      .slice(0, 3)
    const best = found.map(
      ({ shift, height }): Match => ({ start: from + shift / rate, method: 'turns', peak: height }),
    )
    const [top, next] = found
    const isClear =
      top !== undefined && top.height >= clear.peak && (!next || top.height - next.height >= clear.above)
    const automatic = isClear && halvesAgree(axes[top.axis]!, long, top.shift) ? (best[0] ?? null) : null
    return { automatic, guess: automatic ?? guess, best: best.length ? best : byClock }
  }
  const around = starts.map(start => {
    const middle = Math.round((start - from) * rate)
    return [Math.max(0, middle - reach * rate), Math.min(last, middle + reach * rate)] as const
  })
  const near = around.length ? compared(around) : null
  // A clock may be wrong by hours.
  return near?.automatic ? near : compared([[0, last]])
}

/** Whether each half of a video, by itself, lies where the whole does; one too short for that doesn't. */
function halvesAgree(own: Float64Array, long: Float64Array, shift: number): boolean {
  const half = own.length >> 1
  if (half < halves.least * rate) return false
  const near = Math.round(shift)
  const margin = apart * rate
  return [0, half].every(at => {
    const row = correlations(own.subarray(at, at + half), long, near + at - margin, near + at + margin)
    const [peak] = peaksOf(row, near + at - margin, 1)
    return peak !== undefined && Math.abs(peak.shift - at - shift) <= halves.agree * rate
  })
}
