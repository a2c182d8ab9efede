/**
 * Main-thread time per frame of the video page during playback: with the plots and the map of an hour of
 * telemetry, and without them as the reference. The hour (720,000 accelerometer, 720,000 gyroscope and 64,800
 * GPS samples) is downsampled by the server's own code and compressed into the 20 seconds of the video, so
 * that the playhead crosses all of it.
 *   node bench/ride-data.ts (after npm start has built the web app)
 */
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { type RideDataAnswer, ridePoints, type TrackPoint } from '#contract/ride-data.ts'
import { sentences as measured } from '#sentences/measured.ts'
import { shownTo, showsEverything } from '#server/analysis/private-places/shown.ts'
import { rideAnswer } from '#server/analysis/ride-data/answer.ts'
import { keptRide } from '#server/analysis/ride-data/kept.ts'
import { jumpCourse, sampleTelemetry } from '#server/analysis/sample-ride.ts'
import { standardWording } from '#server/core/sentences.ts'
import { analysisResult } from '#test/harness/review.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { riderWithRide, windowOf } from './ride-page.ts'

const hour = 3600
const videoSeconds = 20
/** main-thread milliseconds allowed per frame */
const limit = 8
const playedMs = 15_000

/** Laps in the hills with a jump every other minute, in the format of the server's answer. */
function hourOfTelemetry(): RideDataAnswer {
  const speed = (time: number) => 12 + 8 * Math.sin(time / 17) * Math.sin(time / 5)
  const jump = jumpCourse(60, 1.1, 4.5)
  const telemetry = sampleTelemetry({
    seconds: hour,
    g: time => jump(time % 120),
    turn: time => Math.abs(Math.sin(time / 3)),
    speed,
    altitude: time => 700 + 90 * Math.sin(time / 240),
  })
  const gps = telemetry?.series.get('GPS5')
  if (!telemetry || !gps) throw new Error('The sample has no positions')
  gps.times.forEach((time, row) => {
    gps.values[row * gps.axes] = 45 + 0.01 * Math.sin(time / 60) + 0.002 * Math.sin(time / 7)
    gps.values[row * gps.axes + 1] = 7 + 0.016 * Math.cos(time / 83) + 0.002 * Math.cos(time / 11)
  })
  const highlights = Array.from({ length: 20 }, (_, i) => {
    const at = 60 + i * 180
    const evidence = {
      ...({ type: 'jump', source: 'imu', value: 1.1, unit: 's', strength: 0.8 } as const),
      ...{ start: at, end: at + 1.1, core: at + 1, text: measured.airtime({ seconds: 1.1, speed: null }) },
    }
    const levels = {
      score: 0.8,
      strength: 0.8,
      certainty: 0.95,
      standing: 0.5,
      scoreModel: 'rides-1',
      clipType: 'action' as const,
      motionLevel: 0.5,
      excitementLevel: 0.5,
    }
    return { ...levels, start: at - 3, end: at + 4, description: 'Jump', evidence: [evidence] }
  })
  const result = { ...analysisResult(), highlights }
  const { ride } = keptRide(telemetry, hour)
  const answer = rideAnswer(shownTo('owner', { runId: '', result, ride }, showsEverything), standardWording)
  const pressed = (time: number) => (time * videoSeconds) / hour
  return {
    ...answer,
    series: answer.series.map(series => ({
      ...series,
      stretches: series.stretches.map(stretch => stretch.map(([time, value]) => [pressed(time), value])),
    })),
    track: answer.track.map(stretch =>
      stretch.map(([time, ...place]): TrackPoint => [pressed(time), ...place]),
    ),
    markers: answer.markers.map(marker => ({
      ...marker,
      start: pressed(marker.start),
      end: pressed(marker.end),
      at: pressed(marker.at),
    })),
  }
}

const traceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  ts: z.number(),
  dur: z.number().optional(),
  /** microseconds of thread time, excluding other load on the machine */
  tdur: z.number().optional(),
  pid: z.number(),
  tid: z.number(),
})
type TraceEvent = z.infer<typeof traceEvent>

async function traced(cdp: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => void events.push(...z.array(traceEvent).parse(value)))
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', '__metadata'] },
  })
  await work()
  const complete = new Promise(resolve => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await complete
  return events
}

/** CPU milliseconds of the page's main-thread tasks, per frame. */
function framesOf(events: TraceEvent[]): number[] {
  const frames = events.filter(({ name }) => name === 'FireAnimationFrame')
  // The page's main thread is the one that draws the most frames.
  const counts = Map.groupBy(frames, ({ pid, tid }) => `${pid}/${tid}`)
  const [thread] = [...counts].sort(([, a], [, b]) => b.length - a.length)[0] ?? []
  const own = (event: TraceEvent) => `${event.pid}/${event.tid}` === thread
  const tasks = events
    .filter(event => own(event) && event.name.endsWith('RunTask'))
    .sort((a, b) => a.ts - b.ts)
  const fired = frames.filter(own).map(({ ts }) => ts)
  const draws = ({ ts, dur = 0 }: TraceEvent) => fired.some(at => at >= ts && at <= ts + dur)
  // A frame starts with its callback task and includes everything until the next one.
  const spent: number[] = []
  for (const task of tasks) {
    if (draws(task)) spent.push(0)
    if (spent.length > 0) spent[spent.length - 1]! += (task.tdur ?? 0) / 1000
  }
  return spent.slice(0, -1).sort((a, b) => a - b)
}

/** The parts of the page's video element used here. */
interface Playing {
  currentTime: number
  addEventListener(name: 'timeupdate', listener: () => void): void
}

async function played(page: Page, cdp: CDPSession): Promise<number[]> {
  await page.getByRole('button', { name: /^Play/ }).first().click()
  const video = page.locator('video')
  const until = (seconds: number) =>
    video.evaluate(
      (playing: Playing, end) =>
        new Promise<void>(resolve => {
          playing.addEventListener('timeupdate', () => playing.currentTime > end && resolve())
        }),
      seconds,
    )
  await until(0.5)
  const events = await traced(cdp, () => until(playedMs / 1000))
  return framesOf(events)
}

const quantile = (sorted: number[], p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN

const answer = hourOfTelemetry()
console.log(
  `points: ${answer.series.map(({ measure, stretches }) => `${measure} ${stretches.flat().length}`).join(', ')}, track ${answer.track.flat().length} (at most ${ridePoints}); ${JSON.stringify(answer).length >> 10} kB of JSON`,
)
const server = await startServerProcess()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' })
let missed = false
try {
  const { client, id } = await riderWithRide(server)
  const context = await windowOf(browser, server, client, { width: 1440, height: 2400 })
  const measure = async (name: string, shown: boolean): Promise<number[]> => {
    const page = await context.newPage()
    await page.route('**/ride-data', route =>
      route.fulfill({
        json: shown ? answer : { ...answer, state: 'none', series: [], track: [], markers: [] },
      }),
    )
    await page.goto(`${server.url}/v/${id}`)
    await page
      .getByRole(shown ? 'slider' : 'heading', { name: shown ? 'Map of the ride' : 'No ride data' })
      .waitFor()
    const frames = await played(page, await context.newCDPSession(page))
    const figures = [0.5, 0.95, 0.99, 1].map(p => quantile(frames, p).toFixed(2))
    console.log(
      `${name}: ${frames.length} frames, ms of main thread a frame: median ${figures[0]}, 95% ${figures[1]}, 99% ${figures[2]}, most ${figures[3]}`,
    )
    await page.close()
    return frames
  }
  const without = await measure('without ride data', false)
  const withData = await measure('with ride data', true)
  const ratio = quantile(withData, 0.5) / quantile(without, 0.5)
  // All variation of the rest of the page counts against them.
  const own = (p: number) => (quantile(withData, p) - quantile(without, 0.5)).toFixed(2)
  console.log(
    `plots and map alone, what a frame takes beyond the median without them: median ${own(0.5)}, 95% ${own(0.95)}`,
  )
  missed = quantile(withData, 0.95) >= limit
  console.log(`median ratio ${ratio.toFixed(2)}; 95% below ${limit} ms: ${missed ? 'missed' : 'kept'}`)
} finally {
  await browser.close()
  await server.stop()
}
if (missed) process.exitCode = 1
