import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inputOf } from '#lab/evaluate/index.ts'
import { axisOf, positionSeries } from '#telemetry/derive.ts'
import { readTelemetry } from '#telemetry/index.ts'
import { plausible } from '#telemetry/plausible.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { conclude } from './analyze.ts'
import { measureSignals } from './observe.ts'
import { measureRide } from './ride-data/measure.ts'
import { jumpCourse, sampleInput, sampleSignals, sampleTelemetry } from './sample-ride.ts'
import type { AnalysisInput, Signals } from './types.ts'

const seconds = 60
const ride = {
  seconds,
  g: jumpCourse(20, 0.7, 4),
  turn: (t: number) => (t > 40 && t < 43 ? 0.7 : 0.02 * Math.sin(t)),
  speed: (t: number) => 12 + 4 * Math.sin(t / 6),
  altitude: (t: number) => 500 + 10 * Math.sin(t / 20),
}
const signals = sampleSignals(ride)
const telemetry = sampleTelemetry(ride) as Telemetry

/** Recordings of cameras to try as well, separated by commas; GLITCHES is how many changes each of them gets. */
const recordings = process.env.GLITCH_FILES?.split(',') ?? []
const changes = Number(process.env.GLITCHES ?? 60)

interface Ride {
  input: AnalysisInput
  signals: Signals
  telemetry: Telemetry
}

async function recorded(file: string): Promise<Ride> {
  const about = await inputOf(file)
  const telemetry = await readTelemetry(file)
  if (!telemetry) throw new Error(`${file} has no telemetry`)
  const signals = await measureSignals(about, telemetry, () => {})
  return { input: { ...about, durationSeconds: signals.durationSeconds }, signals, telemetry }
}

/** m/s by which a plot's speeds are rounded */
const rounding = 0.005

/** What people see of a ride. Speeds in m/s. */
function shownOf({ input, signals, telemetry }: Ride) {
  const { viralPotential, highlights } = conclude(input, signals, telemetry)
  const plots = measureRide(telemetry, signals.durationSeconds)?.series ?? []
  const speeds = plots.filter(({ measure }) => measure === 'speed').flatMap(one => one.stretches.flat())
  const named = highlights.flatMap(({ evidence }) => evidence).filter(({ type }) => type === 'speed')
  const fastest = [...speeds.map(([, speed]) => speed), ...named.map(({ value }) => value / 3.6)]
  return { score: viralPotential.score, highlights, fastest: Math.max(0, ...fastest) }
}

/** What a glitch may say instead of a number. */
const anything = fc.oneof(
  fc.noBias(fc.integer({ min: -400_000, max: 400_000 })).map(thousandths => thousandths / 1000),
  fc.constantFrom(0, 1e9, -1e9, Number.NaN, Number.POSITIVE_INFINITY),
)

/** One number of the telemetry, or all of one sample, changed to anything. */
const glitchIn = ({ series }: Telemetry) =>
  fc.record({
    stream: fc.constantFrom(...['GPS5', 'GPS9', 'ACCL', 'GYRO'].filter(name => series.has(name))),
    number: fc.noBias(fc.nat()),
    whole: fc.boolean(),
    values: fc.array(anything, { minLength: 9, maxLength: 9 }),
  })

type Glitch = ReturnType<typeof glitchIn> extends fc.Arbitrary<infer G> ? G : never

function withGlitch(telemetry: Telemetry, { stream, number, whole, values: glitch }: Glitch): Telemetry {
  const series = telemetry.series.get(stream)!
  const values = series.values.slice()
  const at = number % values.length
  if (whole) values.set(glitch.slice(0, series.axes), at - (at % series.axes))
  else values[at] = glitch[0]!
  return plausible({ ...telemetry, series: new Map(telemetry.series).set(stream, { ...series, values }) })
}

const made = async (): Promise<Ride> => ({
  input: sampleInput({ durationSeconds: seconds }),
  signals,
  telemetry: plausible(telemetry),
})

test.each([['a made ride', made], ...recordings.map(file => [file, () => recorded(file)] as const)] as const)(
  'one sample of %s changed to anything makes no highlight, moves the viral score by 0.02 at most and tops no speed',
  { timeout: 0 },
  async (_, rideOf) => {
    const ride = await rideOf()
    const usual = shownOf(ride)
    const fixes = positionSeries(ride.telemetry)
    const topSpeed = fixes ? Math.max(...axisOf(fixes, 'speed2d').values) : 0
    const most = { score: 0, fastest: 0, made: 0 }
    const bad: unknown[] = []
    for (const glitch of fc.sample(glitchIn(ride.telemetry), changes)) {
      const shown = shownOf({ ...ride, telemetry: withGlitch(ride.telemetry, glitch) })
      const found = {
        score: Math.abs(shown.score - usual.score),
        fastest: shown.fastest,
        made: shown.highlights.filter(
          ({ start, end }) => !usual.highlights.some(other => start < other.end && end > other.start),
        ).length,
      }
      for (const name of ['score', 'fastest', 'made'] as const) most[name] = Math.max(most[name], found[name])
      if (found.score > 0.02 || found.fastest > topSpeed + rounding || found.made > 0)
        bad.push({ glitch, found })
    }
    if (recordings.length > 0)
      process.stdout.write(`${changes} changes: ${JSON.stringify({ ...most, topSpeed })}\n`)
    expect(bad).toEqual([])
  },
)
