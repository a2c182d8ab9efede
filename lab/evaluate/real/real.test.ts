import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleTelemetry } from '#lab/ride/sample-telemetry.ts'
import { sampleDrive } from '#server/analysis/attitude/sample-drive.ts'
import { add, cross, dot, times as scaled, unit, type Vector } from '#server/analysis/attitude/vectors.ts'
import type { TelemetrySeries } from '#telemetry/types.ts'
import { partOf, readTrips } from './driving.ts'
import { readGoProSamples } from './gopro.ts'
import { reportOnRealLogs } from './index.ts'
import { readSurfaces } from './report-surfaces.ts'
import { judge } from './score.ts'
import { restoreVehicleAxes } from './vehicle-axes.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tc-real-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** 15 m/s, a bend at 20 s, a hard brake at 40 s. */
const drive = sampleDrive({
  seconds: 60,
  speed: time => (time < 40 ? 15 : Math.max(3, 15 - 6 * (time - 40))),
  yaw: time => (time >= 20 && time < 23 ? 0.5 : 0),
})
const [accl, gyro] = [drive.series.get('ACCL')!, drive.series.get('GYRO')!]

/**
 * Writes a drive in the axes of a phone whose gravity estimate follows its measured acceleration within 1.3
 * s.
 */
function leaning(): { accl: TelemetrySeries; gyro: TelemetrySeries } {
  const out = { accl: new Float64Array(accl.values.length), gyro: new Float64Array(gyro.values.length) }
  let gravity: Vector = [0, 0, 9.80665]
  let heading = 0
  const turned = ([x, y, z]: Vector): Vector => [
    Math.cos(heading) * x - Math.sin(heading) * y,
    Math.sin(heading) * x + Math.cos(heading) * y,
    z,
  ]
  const row = (series: TelemetrySeries, i: number): Vector => [
    series.values[i * 3]!,
    series.values[i * 3 + 1]!,
    series.values[i * 3 + 2]!,
  ]
  for (let i = 0; i < accl.times.length; i++) {
    const up = unit(turned(gravity))
    const east = unit(cross([0, 1, 0], up))
    const axes = [east, cross(up, east), up]
    for (const [name, series] of [
      ['accl', accl],
      ['gyro', gyro],
    ] as const)
      out[name].set(
        axes.map(axis => dot(axis, turned(row(series, i)))),
        i * 3,
      )
    heading += gyro.values[i * 3 + 2]! / 50
    gravity = add(gravity, scaled(add(row(accl, i), scaled(gravity, -1)), 1 / (50 * 1.3)))
  }
  return { accl: { ...accl, values: out.accl }, gyro: { ...gyro, values: out.gyro } }
}

const start = 5_000_000_000
function csv({ times, values }: TelemetrySeries): string {
  const rows = Array.from(
    times,
    (time, i) =>
      `14/05/2016 11:17:09,${start + Math.round(time * 1e9)},${values.slice(i * 3, i * 3 + 3).join(',')}`,
  )
  return ['timestamp,uptimeNanos,x,y,z', ...rows, ''].join('\n')
}

async function writeTrip(number: string, labels: string[]) {
  const trip = join(folder, 'driving/data', number)
  await mkdir(trip, { recursive: true })
  const phone = leaning()
  await writeFile(join(trip, 'acelerometro_terra.csv'), csv(phone.accl))
  await writeFile(join(trip, 'giroscopio_terra.csv'), csv(phone.gyro))
  await writeFile(join(trip, 'groundTruth.csv'), ['evento, inicio, fim', ...labels, ''].join('\n'))
  await writeFile(
    join(trip, 'viagem.json'),
    JSON.stringify({ firstCollectionUptimeNanos: start, elapsedTimeNanos: 60e9 }),
  )
}

describe("a phone's axes", () => {
  it("are rotated back to the vehicle's axes", () => {
    const phone = leaning()
    const restored = restoreVehicleAxes(phone.accl, phone.gyro)
    const size = (series: TelemetrySeries, time: number) =>
      Math.hypot(series.values[time * 150]!, series.values[time * 150 + 1]!)
    // The phone's own axes lose most of the second half of the brake.
    expect(size(phone.accl, 41.8)).toBeLessThan(3)
    expect(size(restored.accl, 41.8)).toBeGreaterThan(5)
    expect(size(restored.accl, 44)).toBeLessThan(0.8)
  })
})

describe('trips', () => {
  it('are read with their labels and compared with what is found', async () => {
    await writeTrip('21', [
      'freada_agressiva,40,42',
      'aceleracao_agressiva,50,53',
      'evento_nao_agressivo,5,8',
    ])
    await mkdir(join(folder, 'driving/data/16'), { recursive: true })
    const { recordings, missing } = await readTrips(join(folder, 'driving'))
    expect(missing).toEqual(['16'])
    expect(recordings).toHaveLength(1)
    const judged = judge(recordings[0]!)
    expect(judged.labels.map(({ label, found }) => [label.name, found])).toEqual([
      ['hard braking', true],
      ['hard acceleration', false],
      ['gentle driving', false],
    ])
    // The bend is there, but not labeled.
    expect(judged.wrong.map(({ evidence, instead }) => [evidence.type, instead])).toEqual([
      ['sharp_turn', null],
    ])
  })

  it('are split into parts whose clocks start at 0', async () => {
    const { recordings } = await readTrips(join(folder, 'driving'))
    const part = partOf(recordings[0]!, 30, 60)
    expect(part.seconds).toBe(30)
    expect(part.labels.map(({ start: from }) => from)).toEqual([10, 20])
    expect(part.telemetry.series.get('ACCL')!.times[0]).toBeCloseTo(0, 2)
  })
})

describe('road anomalies', () => {
  it('are read as vertical acceleration between stretches of level road', async () => {
    const road = join(folder, 'anomalies/data/gonzalez_2017/data/potholes')
    await mkdir(road, { recursive: true })
    await writeFile(join(road, 'a.csv'), ['acc_z', 9.8, 12.1, 7.2, 9.8, ''].join('\n'))
    const [surface] = await readSurfaces(join(folder, 'anomalies/data/gonzalez_2017'))
    expect(surface).toMatchObject({ name: 'potholes', seconds: 0.08 })
    expect(surface!.recordings[0]!.telemetry.series.get('ACCL')!.times.length).toBe(4 + 2 * 5 * 50)
  })

  it('are refused when they are not a column of numbers', async () => {
    const road = join(folder, 'broken/data/potholes')
    await mkdir(road, { recursive: true })
    await writeFile(join(road, 'a.csv'), 'acc_z\n9.8\nhigh\n')
    await expect(readSurfaces(join(folder, 'broken'))).rejects.toThrow('not a column of numbers')
  })
})

describe('camera tracks', () => {
  it("are compared with another program's reading", async () => {
    const samples = join(folder, 'gopro2gpx/samples')
    await mkdir(samples, { recursive: true })
    const { payloads, rows } = sampleTelemetry(12)
    await writeFile(join(samples, 'ride.bin'), Buffer.concat(payloads))
    const { times, values } = rows.GPS5
    const points = Array.from(times, (time, i) => {
      const [lat, lon, ele, speed] = values.slice(i * 5, i * 5 + 4)
      const date = new Date(Date.UTC(2026, 0, 1) + 1001 * time).toISOString()
      return `<trkpt lat="${lat}" lon="${lon}"><ele>${ele}</ele><time>${date}</time><extensions><speed>${speed}</speed></extensions></trkpt>`
    })
    await writeFile(
      join(samples, 'ride.gpx'),
      `<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`,
    )
    const [sample] = await readGoProSamples(samples)
    expect(sample!.sensorHz).toBeCloseTo(200, -1)
    expect(sample!.apart!.most).toBeLessThan(0.5)
    expect(sample!.ours!.meters / sample!.theirs.meters).toBeCloseTo(1, 1)
    expect(sample!.ours!.top).toBeCloseTo(36, 0)
  })
})

describe('the report', () => {
  it('has a section for each available dataset', async () => {
    const report = await reportOnRealLogs(folder)
    expect(report).toContain('### Held out: trip 21')
    expect(report).toContain('| hard braking | 1 | 1 |')
    expect(report).toContain('Left out, because the sensor files are not there: trip 16.')
    expect(report).toContain('| potholes | 1 |')
    expect(report).toContain('| ride | Trailcut Simulator |')
  })

  it('says so when there is no dataset', async () => {
    await expect(reportOnRealLogs(join(folder, 'nowhere'))).rejects.toThrow('holds none of')
  })
})
