import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { goproTelemetry } from '#test/media/gopro-telemetry.ts'
import { parseGpmfPayloads, readTelemetry } from './index.ts'
import type { TelemetrySeries } from './types.ts'

const run = promisify(execFile)
const footage = resolve(import.meta.dirname, '../../shared/footage')

interface OracleSample {
  value: number | (number | null)[]
  cts: number
}
type Oracle = Map<string, OracleSample[]>

/**
 * gopro-telemetry's reading of raw payloads; `timing` in seconds, from ffprobe and not from our own reader.
 */
async function oracle(payloads: Buffer, timing?: { start: number; duration: number }[]): Promise<Oracle> {
  const rawData = Buffer.from(payloads)
  // STMP shifts streams by up to 0.1 s against the picture in gopro-telemetry; ours follow the MP4's timing.
  for (let at = rawData.indexOf('STMP'); at >= 0; at = rawData.indexOf('STMP', at)) rawData.write('XXXX', at)
  const samples = timing?.map(({ start, duration }) => ({ cts: start * 1000, duration: duration * 1000 }))
  const result = (await goproTelemetry(
    { rawData, timing: samples && { frameDuration: 1 / 30, videoDuration: 0, start: new Date(0), samples } },
    { timeIn: 'MP4', ellipsoid: true },
  )) as Record<string, { streams: Record<string, { samples: OracleSample[] }> }>
  const streams: Oracle = new Map()
  for (const device of Object.values(result))
    for (const [fourcc, stream] of Object.entries(device.streams ?? {}))
      if (!streams.has(fourcc)) streams.set(fourcc, stream.samples)
  return streams
}

/** Payloads and their times according to ffmpeg: a second opinion on our box reader. */
async function payloadsByFfmpeg(path: string, stream: number) {
  const { stdout: rawData } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-nostdin',
      '-protocol_whitelist',
      'file,pipe',
      '-i',
      path,
      '-map',
      `0:${stream}`,
      '-c',
      'copy',
    ].concat(['-f', 'rawvideo', 'pipe:1']),
    { encoding: 'buffer', maxBuffer: 1 << 24 },
  )
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-protocol_whitelist', 'file,pipe', '-select_streams', String(stream)],
    ...['-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0', path],
  ])
  const timing = stdout
    .trim()
    .split('\n')
    .map(line => line.split(',').map(Number))
    .map(([start, duration]) => ({ start: start!, duration: duration! }))
  return { rawData, timing }
}

/** Compares all samples before the last payload, value by value and time by time. */
function expectSame(
  series: TelemetrySeries,
  samples: OracleSample[],
  lastPayloadStart: number,
  pick: (row: number[]) => number[] = row => row,
) {
  const full = samples.filter(({ cts }) => cts / 1000 < lastPayloadStart - 1e-6)
  expect(full.length).toBeGreaterThan(0)
  let worstTime = 0
  let worstValue = 0
  full.forEach(({ value, cts }, index) => {
    const row = pick(Array.from(series.values.subarray(index * series.axes, (index + 1) * series.axes)))
    worstTime = Math.max(worstTime, Math.abs(series.times[index]! - cts / 1000))
    for (const [axis, expected] of [value].flat().entries())
      worstValue = Math.max(worstValue, Math.abs(row[axis]! - expected!) / Math.max(1, Math.abs(expected!)))
  })
  expect(worstTime).toBeLessThan(1e-6)
  expect(worstValue).toBeLessThan(1e-6)
}

const skipped = new Set(['FACE', 'HUES'])

describe.skipIf(!existsSync(footage))('the same numbers as gopro-telemetry', () => {
  it.each([
    ['gopro-karma.mp4', ['ACCL', 'GYRO', 'SHUT'], { ACCL: 2397, GYRO: 4795 }],
    [
      'gopro-max.mp4',
      [
        'ACCL',
        'CORI',
        'GPS5',
        'GRAV',
        'GYRO',
        'HUES',
        'IORI',
        'ISOE',
        'MAGN',
        'SCEN',
        'SHUT',
        'UNIF',
        'YAVG',
      ],
      { ACCL: 2082, GPS5: 191 },
    ],
  ])('%s', async (name, streams, counts) => {
    const path = resolve(footage, name)
    const { rawData, timing } = await payloadsByFfmpeg(path, 3)
    const expected = await oracle(rawData, timing)
    const telemetry = await readTelemetry(path)
    expect([...telemetry!.series.keys()].sort()).toEqual(streams)
    for (const series of telemetry!.series.values()) {
      if (skipped.has(series.fourcc)) continue
      const samples = expected.get(series.fourcc)!
      const turned = name === 'gopro-max.mp4' && ['ACCL', 'GYRO'].includes(series.fourcc)
      // MTRX is a rotation that gopro-telemetry applies in the wrong direction: the first two axes change
      // sign.
      expectSame(series, samples, timing.at(-1)!.start, turned ? ([z, x, y]) => [-z!, -x!, y!] : undefined)
    }
    // The published counts include every sample; those after the end of the video are left out here.
    for (const [fourcc, count] of Object.entries(counts)) {
      const { times } = telemetry!.series.get(fourcc)!
      expect(expected.get(fourcc)!.length).toBe(count)
      expect(count - times.length).toBeLessThanOrEqual(6)
    }
  })

  it.each(['hero7.gpmf', 'hero11.gpmf'])('%s', async name => {
    const rawData = await readFile(resolve(footage, name))
    const expected = await oracle(rawData)
    const { series, device } = parseGpmfPayloads(rawData)
    expect(device).toMatch(/Hero7 Black|HERO11 Black/)
    const lastStart = Math.max(...series.get('ACCL')!.times) - 1.001
    expect(series.size).toBeGreaterThanOrEqual(7)
    for (const one of series.values())
      if (!skipped.has(one.fourcc)) expectSame(one, expected.get(one.fourcc)!, lastStart)
  })

  it('gravity matches the accelerometer at rest (GoPro MAX)', async () => {
    const telemetry = await readTelemetry(resolve(footage, 'gopro-max.mp4'))
    const mean = (fourcc: string, axis: number) => {
      const { values, axes, times } = telemetry!.series.get(fourcc)!
      return times.reduce((sum, _, row) => sum + values[row * axes + axis]!, 0) / times.length
    }
    // ACCL has the order Z, X, Y; GRAV has X, Z, Y.
    const [z, x, y] = [0, 1, 2].map(axis => mean('ACCL', axis) / 9.81)
    const [gx, gz, gy] = [0, 1, 2].map(axis => mean('GRAV', axis))
    expect(x! * gx! + y! * gy! + z! * gz!).toBeGreaterThan(0.9)
  })
})
