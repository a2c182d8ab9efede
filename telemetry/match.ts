import type { TelemetrySeries } from './types.ts'

/** What a video knows about its place in time and its turns. */
export interface ClipClock {
  /** of the video, seconds */
  seconds: number
  /** when its second 0 was by satellite time, Unix seconds; null: not known */
  satellite: number | null
  /** when its second 0 may have been by other clocks, which may show a local time; the likeliest first, Unix seconds */
  clocks: readonly number[]
  /** turns of the camera in any unit: any number of axes, in any direction; null: nothing measured them */
  turns: TelemetrySeries | null
}

/** Where a video may lie on a track's clock. */
export interface Match {
  /** Unix seconds at the video's second 0 */
  start: number
  method: 'satellite' | 'turns' | 'clock'
  /** correlation of turns, 0 to 1; null: not compared */
  peak: number | null
  /** seconds by which the track's clock gains on the video's in each second of it */
  drift: number
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
/**
 * Recordings from this length on, in seconds, are compared at both ends, each for `window` seconds. Clocks drift apart by
 * no more than `most`: what differs by more was paused or cut.
 */
const drifts = { from: 1200, window: 300, most: 1e-4 } as const
/** A course says nothing below this speed, m/s. */
const moving = 2
/** Peaks nearer than this are one. Seconds. */
const apart = 3

const radians = Math.PI / 180

/** Hours that clocks on the ground are ahead of UTC. */
const zones = [
  ...Array.from({ length: 27 }, (_, i) => i - 12),
  ...[-9.5, -3.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75],
]

/**
 * When a video may have begun by clocks that show UTC, or the local time of some zone as if it were UTC: as they are first,
 * then in the zones nearest to the place.
 * @param longitude degrees
 */
export function startsBy(clocks: readonly number[], longitude: number): number[] {
  const here = longitude / 15
  const ordered = zones.filter(zone => zone !== 0).sort((a, b) => Math.abs(a - here) - Math.abs(b - here))
  return [0, ...ordered].flatMap(zone => clocks.map(clock => clock - zone * 3600))
}

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
 * The best three places of a video on a track. A part of a long one is enough to find them; how well they fit is then
 * compared over all of it.
 */
function placesOf(own: Float64Array, long: Float64Array, first: number, last: number): Peak[] {
  const part = drifts.window * rate
  if (own.length <= 2 * part || last - first < part)
    return peaksOf(correlations(own, long, first, last), first, 3)
  const at = (own.length - part) >> 1
  const margin = apart * rate
  return peaksOf(correlations(own.subarray(at, at + part), long, first + at, last + at), first, 5).flatMap(
    ({ shift }) => {
      const [from, to] = [
        Math.max(first, Math.round(shift) - margin),
        Math.min(last, Math.round(shift) + margin),
      ]
      return peaksOf(correlations(own, long, from, to), from, 1)
    },
  )
}

/**
 * Where a video lies on a track's clock: by satellite time if the camera had it; otherwise by comparing the camera's
 * turns with those of the track's course, around what other clocks say or over the whole track. Turns tell a place better
 * than vibration, which peaks where the ground is alike.
 * @param track its times are Unix seconds
 */
export function matchInTime(clip: ClipClock, track: TelemetrySeries): Matches {
  const [begin, end] = [track.times[0] ?? 0, track.times.at(-1) ?? 0]
  const covers = (start: number) =>
    Math.min(end, start + clip.seconds) - Math.max(begin, start) >= coverage * clip.seconds
  const satellite = clip.satellite !== null && covers(clip.satellite) ? clip.satellite : null
  const starts = startsBy(clip.clocks, track.values[1] ?? 0).filter(covers)
  const byClock = starts.slice(0, 3).map((start): Match => ({ start, method: 'clock', peak: null, drift: 0 }))
  const guess = byClock[0] ?? null
  const { turns } = clip
  const steps = Math.floor(clip.seconds * rate)
  const exact = (match: Partial<Match> & { start: number }): Matches => {
    const found: Match = { peak: null, drift: 0, ...match, method: 'satellite' }
    return { automatic: found, guess: found, best: [found] }
  }
  if (!turns || steps < halves.least * rate)
    return satellite === null ? { automatic: null, guess, best: byClock } : exact({ start: satellite })

  // Ahead and behind there is room for a video that the track covers in part.
  const room = Math.ceil((1 - coverage) * steps)
  const from = begin - room / rate
  const course = courseRates(track)
  const long = onGrid(course.times, i => course.rates[i]!, from, Math.ceil((end - begin) * rate) + 2 * room)
  const last = long.length - steps
  const axes = Array.from({ length: turns.axes }, (_, axis) =>
    onGrid(turns.times, i => turns.values[i * turns.axes + axis]!, 0, steps),
  )
  const compared = (windows: readonly (readonly [number, number])[]): Matches => {
    // The axis that turns with the vehicle is the one that fits best.
    const found = windows
      .flatMap(([first, until]) =>
        axes.flatMap((own, axis) => placesOf(own, long, first, until).map(peak => ({ ...peak, axis }))),
      )
      .sort((a, b) => b.height - a.height)
      .filter((peak, i, all) => all.findIndex(p => Math.abs(p.shift - peak.shift) < apart * rate) === i)
      .slice(0, 3)
    const best = found.map(
      ({ shift, height }): Match => ({ start: from + shift / rate, method: 'turns', peak: height, drift: 0 }),
    )
    const [top, next] = found
    const isClear =
      top !== undefined && top.height >= clear.peak && (!next || top.height - next.height >= clear.above)
    const agrees = isClear && halvesAgree(axes[top.axis]!, long, top.shift)
    const automatic = agrees ? drifting(best[0]!, axes[top.axis]!, long, top.shift) : null
    if (automatic) best[0] = automatic
    return { automatic, guess: automatic ?? guess, best: best.length ? best : byClock }
  }
  const within = (start: number, seconds: number) => {
    const middle = Math.round((start - from) * rate)
    return [Math.max(0, middle - seconds * rate), Math.min(last, middle + seconds * rate)] as const
  }
  // A receiver tells its time up to a second late or early; turns tell it better, where they are clear.
  if (satellite !== null) return exact(compared([within(satellite, apart)]).automatic ?? { start: satellite })
  const around = starts.map(start => within(start, reach))
  const near = around.length ? compared(around) : null
  // A clock may be wrong by hours.
  return near?.automatic ? near : compared([[0, last]])
}

/** A match as both ends of a long recording see it: when it began, and how fast the clocks drift apart. */
function drifting(match: Match, own: Float64Array, long: Float64Array, shift: number): Match {
  const length = drifts.window * rate
  if (own.length < drifts.from * rate) return match
  const near = Math.round(shift)
  const margin = apart * rate
  const [first, last] = [0, own.length - length].map(at => {
    const row = correlations(own.subarray(at, at + length), long, near + at - margin, near + at + margin)
    const [peak] = peaksOf(row, near + at - margin, 1)
    return peak && peak.height >= clear.peak ? { at, off: peak.shift - at - shift } : null
  })
  if (!first || !last) return match
  const drift = (last.off - first.off) / (last.at - first.at)
  if (Math.abs(drift) > drifts.most) return match
  // Each window says how far off its middle is.
  const start = match.start + (first.off - drift * (length / 2)) / rate
  return { ...match, start, drift }
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
