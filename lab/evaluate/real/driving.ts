import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TelemetrySeries } from '#telemetry/types.ts'
import type { Label, Recording } from './types.ts'
import { restoreVehicleAxes } from './vehicle-axes.ts'

/**
 * Reads trips of the Driver Behavior Dataset (https://github.com/jair-jr/driverBehaviorDataset, b65118d7;
 * doi 10.1371/journal.pone.0174959): a phone on a car's windshield, 50 Hz, no GPS.
 */

/** The dataset's labels, in Portuguese as it writes them. */
const kinds: Record<string, Pick<Label, 'name' | 'wanted' | 'aggressive'>> = {
  freada_agressiva: { name: 'hard braking', wanted: 'hard_braking', aggressive: true },
  aceleracao_agressiva: { name: 'hard acceleration', wanted: 'acceleration', aggressive: true },
  curva_direita_agressiva: { name: 'sharp right turn', wanted: 'sharp_turn', aggressive: true },
  curva_esquerda_agressiva: { name: 'sharp left turn', wanted: 'sharp_turn', aggressive: true },
  troca_faixa_direita_agressiva: { name: 'lane change right', wanted: null, aggressive: true },
  troca_faixa_esquerda_agressiva: { name: 'lane change left', wanted: null, aggressive: true },
  evento_nao_agressivo: { name: 'gentle driving', wanted: null, aggressive: false },
}

const rowsOf = async (file: string) =>
  (await readFile(file, 'utf8'))
    .split(/\r?\n/)
    .slice(1)
    .filter(line => line.trim() !== '')
    .map(line => line.split(',').map(field => field.trim()))

async function labelsOf(folder: string): Promise<Label[]> {
  const rows = await rowsOf(join(folder, 'groundTruth.csv'))
  return rows.map(([word, start, end]) => {
    const kind = kinds[word!]
    if (!kind) throw new Error(`${folder} has a label that is not known: ${word}`)
    return { ...kind, start: Number(start), end: Number(end) }
  })
}

/** A sensor file: a date, nanoseconds since the phone started, and three axes. Times in seconds of the trip. */
async function sensor(file: string, fourcc: string, startNanos: number): Promise<TelemetrySeries> {
  const rows = await rowsOf(file)
  const times = Float64Array.from(rows, row => (Number(row[1]) - startNanos) / 1e9)
  const values = Float64Array.from(
    rows.flatMap(row => [row[2], row[3], row[4]]),
    Number,
  )
  return { fourcc, name: fourcc, units: '', axes: 3, times, values }
}

export interface Trips {
  recordings: Recording[]
  /** trips without sensor files, as in a copy without large files */
  missing: string[]
}

/** Trips by number. @param folder contains `data/16` and so on */
export async function readTrips(folder: string): Promise<Trips> {
  const found: Trips = { recordings: [], missing: [] }
  const names = (await readdir(join(folder, 'data'))).sort()
  for (const name of names) {
    const trip = join(folder, 'data', name)
    const [accl, gyro] = ['acelerometro_terra.csv', 'giroscopio_terra.csv'].map(file => join(trip, file))
    if (!existsSync(accl!) || !existsSync(gyro!)) {
      found.missing.push(name)
      continue
    }
    const about: { firstCollectionUptimeNanos: number; elapsedTimeNanos: number } = JSON.parse(
      await readFile(join(trip, 'viagem.json'), 'utf8'),
    )
    const start = about.firstCollectionUptimeNanos
    const level = {
      accl: await sensor(accl!, 'ACCL', start),
      gyro: await sensor(gyro!, 'GYRO', start),
    }
    const { accl: ACCL, gyro: GYRO } = restoreVehicleAxes(level.accl, level.gyro)
    found.recordings.push({
      name: `trip ${name}`,
      seconds: about.elapsedTimeNanos / 1e9,
      telemetry: {
        device: 'phone',
        series: new Map([
          ['ACCL', ACCL],
          ['GYRO', GYRO],
        ]),
        tags: [],
        format: 'csv',
      },
      labels: await labelsOf(trip),
    })
  }
  return found
}

/** The part of a recording between two times, with its clock starting at 0. */
export function partOf(recording: Recording, from: number, to: number): Recording {
  const cut = (series: TelemetrySeries): TelemetrySeries => {
    const keep = Array.from(series.times.keys()).filter(
      row => series.times[row]! >= from && series.times[row]! < to,
    )
    const [first = 0, last = -1] = [keep[0], keep.at(-1)]
    return {
      ...series,
      times: series.times.subarray(first, last + 1).map(time => time - from),
      values: series.values.subarray(first * series.axes, (last + 1) * series.axes),
    }
  }
  return {
    name: `${recording.name}, ${Math.round(from)} to ${Math.round(to)} s`,
    seconds: to - from,
    telemetry: {
      ...recording.telemetry,
      series: new Map([...recording.telemetry.series].map(([key, series]) => [key, cut(series)])),
    },
    labels: recording.labels
      .filter(({ start, end }) => start >= from && end <= to)
      .map(label => ({ ...label, start: label.start - from, end: label.end - from })),
  }
}
