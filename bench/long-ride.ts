/**
 * What a FIT file of eight hours costs beside a video of a minute: sending it, the analysis, the page, and the server's
 * memory, each next to the same video with its own sensors only. The minute lies four hours into the ride.
 *   node bench/long-ride.ts (after npm start has built the web app)
 * Goals: analysis and page within 1.2 times.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import type { AiHighlightsAnswer } from '#contract/analysis.ts'
import { api } from '#contract/paths.ts'
import { renderRide } from '#lab/ride/render.ts'
import { median } from '#server/analysis/math.ts'
import { readTelemetry } from '#telemetry/index.ts'
import { type ServerProcess, startServerProcess } from '#test/harness/server-process.ts'
import { define, fitEpoch, fitFile, semicircles, u32 } from '#test/media/fit-file.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { windowOf } from './ride-page.ts'

const rounds = 5
const hours = 8
const goal = 1.2

type Place = readonly [latitude: number, longitude: number]

/** Curves at 12 m/s from a place on. */
function* wandering([latitude, longitude]: Place, seed: number): Generator<Place> {
  let [north, east, course] = [latitude, longitude, seed]
  for (let second = 0; ; second++) {
    course += 0.15 * Math.sin(second / (7 + seed)) + 0.2 * Math.sin(second / (23 + seed))
    north += (12 * Math.cos(course)) / 111_195
    east += (12 * Math.sin(course)) / (111_195 * Math.cos((latitude * Math.PI) / 180))
    yield [north, east]
  }
}

const some = (places: Generator<Place>, count: number): Place[] =>
  Array.from({ length: count }, () => places.next().value)

const half = (hours * 3600) / 2

/** The track of a video, a fix a second, in the middle of a ride of eight hours, as FIT. */
async function dayAround(file: string): Promise<Buffer> {
  const { series, satellite } = (await readTelemetry(file)) ?? {}
  const fixes = series?.get('GPS5')
  if (!fixes || satellite === undefined) throw new Error('The ride has no places')
  const filmed: Place[] = []
  fixes.times.forEach((time, row) => {
    if (time >= filmed.length)
      filmed.push([fixes.values[row * fixes.axes]!, fixes.values[row * fixes.axes + 1]!])
  })
  return fitOf(satellite - half, [
    ...some(wandering(filmed[0]!, 1), half).toReversed(),
    ...filmed,
    ...some(wandering(filmed.at(-1)!, 2), half - filmed.length),
  ])
}

/** As a watch writes it: a record a second with time, place and altitude. @param unix seconds at the first one */
function fitOf(unix: number, places: readonly Place[]): Buffer {
  const began = Math.round(unix) - fitEpoch
  const fields = [
    [253, 4, 0x86],
    [0, 4, 0x85],
    [1, 4, 0x85],
    [78, 4, 0x86],
  ]
  const records = places.map(([latitude, longitude], second) => [
    0,
    ...u32(began + second),
    ...semicircles(latitude),
    ...semicircles(longitude),
    ...u32((500 + 300) * 5),
  ])
  return Buffer.from(fitFile(define(0, 20, fields), ...records))
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** The same video twice: as it is, and with the ride. */
interface Pair {
  alone: number[]
  added: number[]
}
const ratioOf = ({ alone, added }: Pair) => median(added.map((seconds, round) => seconds / alone[round]!))

async function measure(server: ServerProcess, browser: Browser, file: string): Promise<Record<string, Pair>> {
  const client = new ApiClient(server.url)
  await client.signIn('bench@trailcut.example')
  const uploaded = async () => {
    const { video, uploadUrl, size } = await client.requestUpload(file)
    await client.sendFile(file, uploadUrl, size)
    await client.untilAnalyzed(video.id)
    await client.untilLadder(video.id)
    return video.id
  }
  const ids = { alone: await uploaded(), added: await uploaded() }
  const context = await windowOf(browser, server, client, { width: 1440, height: 2400 })
  const drawn = async (id: string) => {
    const tab = await context.newPage()
    const seconds = await secondsOf(async () => {
      await tab.goto(`${server.url}/v/${id}`)
      await tab.getByRole('slider', { name: 'Map of the ride' }).waitFor()
    })
    await tab.close()
    return seconds
  }
  // The server loads what draws pages once, and the browser compiles the page's code once.
  await drawn(ids.alone)

  const body = await dayAround(file)
  const before = await server.residentBytes()
  const sending = await secondsOf(async () => {
    const { status } = await client.call(api.addTelemetry(ids.added), {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body,
    })
    if (status !== 200) throw new Error(`The ride was answered with ${status}`)
  })
  await client.untilAnalyzed(ids.added)
  const { telemetry } = await client.json<AiHighlightsAnswer>(api.aiHighlights(ids.added))
  console.log(
    `${(body.length / 1024).toFixed(0)} kB of FIT, sent and checked in ${sending.toFixed(2)} s, laid at ${telemetry?.added?.offset} s by ${telemetry?.added?.method} (true: ${half} s)`,
  )

  const analysis: Pair = { alone: [], added: [] }
  const page: Pair = { alone: [], added: [] }
  const analyzed = (id: string) =>
    secondsOf(async () => {
      const { status } = await client.call(api.aiProcess(id), { method: 'POST' })
      if (status !== 200) throw new Error(`The analysis was answered with ${status}`)
      await client.untilAnalyzed(id)
    })
  for (let round = 0; round < rounds; round++)
    for (const which of ['alone', 'added'] as const) {
      analysis[which].push(await analyzed(ids[which]))
      page[which].push(await drawn(ids[which]))
    }
  const grown = ((await server.residentBytes()) - before) / 1024 / 1024
  console.log(`The server's memory after ${2 * rounds + 1} analyses: ${grown.toFixed(0)} MB more than before`)
  return { analysis, page }
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-long-ride-'))
const file = path.join(folder, 'minute.mp4')
await renderRide({ seed: 7, kind: 'ride', durationSeconds: 60, telemetry: true, threads: 2, out: file })
const server = await startServerProcess()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' })
try {
  for (const [name, pair] of Object.entries(await measure(server, browser, file))) {
    const ratio = ratioOf(pair)
    const [alone, added] = [median(pair.alone), median(pair.added)].map(seconds => seconds.toFixed(2))
    const verdict = ratio > goal ? `missed ${goal}` : 'kept'
    console.log(
      `${name}: ${alone} s without, ${added} s with the ride, ratio ${ratio.toFixed(2)}: ${verdict}`,
    )
    if (ratio > goal) process.exitCode = 1
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
