import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hlmtBox, hmmtBox } from '#lab/ride/camera-tags.ts'
import { nested, numberKlv } from '#lab/ride/gpmf.ts'
import { telemetryTrack } from '#lab/ride/telemetry-track.ts'
import {
  readAddedInProcess,
  readerLimits,
  summarizeAddedInProcess,
} from '#server/analysis/telemetry-process/index.ts'
import { runJailed } from '#server/core/media/jailed-child.ts'
import { GpmfReader } from '#telemetry/gpmf.ts'
import {
  blobSource,
  excerptSource,
  readSidecarFrom,
  readTelemetryFrom,
  TelemetryError,
} from '#telemetry/index.ts'
import { readCameraTags } from '#telemetry/tags.ts'
import { box, concat, fullBox, u32, u64 } from '#telemetry/write/mp4.ts'
import { hostileSidecar, hostileText, kindsOfHostility } from './hostile-sidecars.ts'

/** Steps needed to read the text, whether it is accepted or refused. */
async function stepsOf(text: string): Promise<number> {
  const meter = { steps: 0 }
  await readSidecarFrom(blobSource(new Blob([text])), meter).catch(error => {
    if (!(error instanceof TelemetryError)) throw error
  })
  return meter.steps
}

test.each(kindsOfHostility)('twice as much of %s takes at most twice the steps', async kind => {
  // Below and above the limits for a tag and a line.
  for (const size of [4000, 15_000, 60_000]) {
    const [text, twice] = [hostileText(kind, size), hostileText(kind, size * 2)]
    const [once, doubled] = [await stepsOf(text), await stepsOf(twice)]
    // Input that isn't text is refused by its first bytes.
    if (!text.slice(0, 1000).includes('\0')) expect(once, 'counted').toBeGreaterThan(0)
    expect(once).toBeLessThanOrEqual(4 * text.length + 100)
    expect(doubled).toBeLessThanOrEqual(2.2 * once + 1000)
  }
})

const runs = Number(process.env.HOSTILE_RUNS ?? 150)
const seed = Number(process.env.HOSTILE_SEED ?? 1)

test(`${runs} hostile telemetry files (seed ${seed}) are read in steps proportional to their length`, {
  timeout: 600_000,
}, async () => {
  let refused = 0
  for (let run = 0; run < runs; run++) {
    const { kind, bytes } = hostileSidecar(seed * 1_000_003 + run, 1 << 20)
    const meter = { steps: 0 }
    try {
      await readSidecarFrom(blobSource(new Blob([new Uint8Array(bytes)])), meter)
    } catch (error) {
      if (!(error instanceof TelemetryError)) throw new Error(`run ${run}, ${kind}`, { cause: error })
      refused++
    }
    expect(meter.steps, `run ${run}, ${kind}`).toBeLessThanOrEqual(4 * bytes.length + 100)
  }
  expect(refused).toBeGreaterThan(runs / 4)
})

/** How many operations binary readers make while `work` runs: numbers read, times compared, lists sorted. */
function looks(work: () => unknown): number {
  const views = ['getUint8', 'getUint16', 'getUint32', 'getFloat32'] as const
  const spies = [...views.map(name => vi.spyOn(DataView.prototype, name)), vi.spyOn(Math, 'abs')]
  let sorted = 0
  const { toSorted } = Array.prototype
  const sort = vi.spyOn(Array.prototype, 'toSorted').mockImplementation(function (this: unknown[], by) {
    sorted += this.length
    return toSorted.call(this, by)
  })
  try {
    work()
    return sorted + spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  } finally {
    for (const spy of [...spies, sort]) spy.mockRestore()
  }
}

test('twice as many streams in the last payload take twice the operations', () => {
  const device = nested('DEVC', [nested('STRM', [numberKlv('SHUT', 'f', [0.01])])])
  const read = (count: number) => {
    const reader = new GpmfReader(Number.POSITIVE_INFINITY, count + 1)
    for (let start = 0; start < count; start++) reader.add(device, { start, duration: 1, last: false })
    const last = concat(Array.from({ length: count }, () => device))
    reader.add(last, { start: count, duration: 1, last: true })
    return reader.finish().series
  }
  expect(read(400).get('SHUT')?.times).toHaveLength(401)
  const [once, twice] = [400, 800].map(count => looks(() => read(count)))
  expect(twice).toBeLessThan(2.2 * (once as number))
})

test('twice as many highlight tags take twice the operations, and all boxes together stay within the limit', () => {
  const times = (count: number, from: number) => Array.from({ length: count }, (_, i) => from + i)
  const tags = (count: number) =>
    box(
      'udta',
      hlmtBox(
        times(count, 1).map(time => ({
          time,
          start: time,
          end: time,
          type: 'MANL',
          confidence: 1,
          score: 1,
        })),
      ),
      hmmtBox(times(count, 0.5)),
    )
  expect(readCameraTags(tags(100), null)).toHaveLength(200)
  const [once, twice] = [500, 1000].map(count => looks(() => readCameraTags(tags(count), null)))
  expect(twice).toBeLessThan(2.4 * (once as number))
  const many = box('udta', ...times(30, 0).map(n => hmmtBox(times(500, n * 500 + 1))))
  expect(readCameraTags(many, null)).toHaveLength(10_000)
})

test('reads no more of an excerpt than it holds, whatever size it claims', async () => {
  const payload = nested('DEVC', [nested('STRM', [numberKlv('SHUT', 'f', [0.01])])])
  const mvhd = fullBox('mvhd', 0, u32(0), u32(0), u32(1000), u32(2002), new Uint8Array(76), u32(2))
  const at = 1 << 20
  const excerptOf = (payloads: number) => {
    const sample = { offset: at, size: payload.length, ticks: 1 }
    const moov = box('moov', mvhd, telemetryTrack(1, Array(payloads).fill(sample), 1000))
    const part = (offset: number, bytes: Uint8Array) => concat([u64(offset), u32(bytes.length), bytes])
    return concat([new TextEncoder().encode('TCX1'), u64(2 ** 40), part(0, moov), part(at, payload)])
  }
  expect((await readTelemetryFrom(excerptSource(excerptOf(1))))?.series.get('SHUT')?.times).toHaveLength(1)
  // 28 bytes of index for each time that the same payload is named.
  await expect(readTelemetryFrom(excerptSource(excerptOf(5000)))).rejects.toMatchObject({ code: 'damaged' })
})

async function scratchFile(content: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'ride.csv')
  await writeFile(file, content)
  return file
}

const csv = (rows: number) =>
  `time,lat,lon\n${Array.from({ length: rows }, (_, i) => `${i},45,7`).join('\n')}\n`

test('a read beyond its deadline is ended and refused', async () => {
  const file = await scratchFile(csv(3))
  const stop = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    // The jail starts programs of its own when it is used first.
    child.once('spawn', () => child.spawnargs.some(arg => arg.endsWith('/child.ts')) && child.kill('SIGSTOP'))
  }
  subscribe('child_process', stop)
  onTestFinished(() => void unsubscribe('child_process', stop))
  await expect(
    summarizeAddedInProcess(file, { limits: { ...readerLimits, deadlineMs: 50 } }),
  ).rejects.toMatchObject({ code: 'too_large', problem: { name: 'tooSlow' } })
})

test('a read beyond its memory limit is ended and refused', async () => {
  const file = await scratchFile(csv(400_000))
  await expect(
    summarizeAddedInProcess(file, { limits: { ...readerLimits, heapMb: 24 } }),
  ).rejects.toMatchObject({
    code: 'too_large',
    problem: { name: 'tooMuchMemory' },
  })
})

test('reading in a separate process gives the same result as reading here', async () => {
  const text = 'time,lat,lon,ax,ay,az\n0,45,7,0,9.8,0\n0.5,45.001,7,1,2,3\n'
  const here = await readSidecarFrom(blobSource(new Blob([text])))
  expect(await readAddedInProcess(await scratchFile(text))).toEqual(here)
  await expect(readAddedInProcess(await scratchFile('nothing'))).rejects.toBeInstanceOf(TelemetryError)
  await expect(readAddedInProcess('/none/such.csv')).rejects.toThrow('no such file')
})

test('an aborted read ends with the reason', async () => {
  const abort = new AbortController()
  const reading = summarizeAddedInProcess(await scratchFile(csv(3)), { signal: abort.signal })
  abort.abort(new Error('The worker stops'))
  await expect(reading).rejects.toThrow('The worker stops')
})

test('code of ours without a jail has no environment and opens only its file and code', async () => {
  const file = await scratchFile(csv(3))
  const files = [file, await scratchFile('another'), '/etc/passwd']
  const { line } = await runJailed({
    script: path.join(import.meta.dirname, 'jail', 'open-files.ts'),
    args: () => files,
    reads: [file],
    // The jail itself is tried in jail/every-call.test.ts.
    packages: true,
    ...{ answerBytes: 10_000, limits: readerLimits, signal: undefined },
  })
  expect(JSON.parse(line ?? 'null')).toEqual({ could: [`read ${file}`], environment: [] })
})
