import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EvidenceType } from '#contract/evidence.ts'
import { detect } from '#server/analysis/detect.ts'
import { weigh } from '#server/analysis/weigh.ts'
import type { TelemetrySeries } from '#telemetry/types.ts'
import { sensorFacts } from './facts.ts'
import { markdown } from './table.ts'
import type { Recording } from './types.ts'

const counted: readonly EvidenceType[] = ['jump', 'impact', 'rough_ground', 'rollover']

/** Bumps, potholes and plain roads; none of them is a jump. */
export async function reportOnSurfaces(folder: string): Promise<string> {
  const rows = (await readSurfaces(folder)).map(({ name, recordings, seconds }) => {
    const found = recordings.flatMap(({ telemetry, seconds: length }) => {
      const facts = sensorFacts(telemetry, length)
      // Recorded in moving cars, which such a short segment wouldn't show by itself.
      facts.state.moving.fill(1)
      return weigh(detect(facts), facts)
    })
    return [
      name,
      recordings.length,
      (seconds / 60).toFixed(1),
      ...counted.map(type => found.filter(item => item.type === type).length),
    ]
  })
  return [
    '## Road anomalies (González et al. 2017)',
    'Vertical acceleration only: no turn rate, no speed, no direction of travel. Jumps, hits, rough ground and rollovers can be judged; nothing else. Right is no jump, no hit and no rollover at all.',
    markdown(['road', 'pieces', 'minutes', ...counted.map(type => type.replaceAll('_', ' '))], rows),
  ].join('\n\n')
}

/**
 * Reads the road anomalies of González et al. (doi 10.1109/TITS.2017.2662483; in
 * https://github.com/zesty-lemon/ml_final_project, data/gonzalez_2017, ea73b3b0): 500 pieces of vertical acceleration
 * at 50 Hz, gravity included, in m/s², each with one kind of road.
 */
const hz = 50
/** Seconds of level road before and after each segment, for rules that look at what precedes and follows. */
const margin = 5

async function piece(file: string): Promise<number[]> {
  const values = (await readFile(file, 'utf8')).split(/\r?\n/).slice(1).filter(Boolean).map(Number)
  if (values.length === 0 || values.some(value => !Number.isFinite(value)))
    throw new Error(`${file} is not a column of numbers with a title`)
  return values
}

/** The segment between margins of its own mean, because what came before is unknown. */
function recordingOf(name: string, values: readonly number[]): Recording {
  const usual = values.reduce((sum, value) => sum + value, 0) / values.length
  const even = new Array<number>(margin * hz).fill(usual)
  const all = [...even, ...values, ...even]
  const accl: TelemetrySeries = {
    fourcc: 'ACCL',
    name: 'vertical acceleration',
    units: 'm/s²',
    axes: 3,
    times: Float64Array.from(all, (_, i) => i / hz),
    values: Float64Array.from(all.flatMap(value => [0, 0, value])),
  }
  const telemetry = {
    device: 'phone',
    series: new Map([['ACCL', accl]]),
    tags: [],
    format: 'csv' as const,
  }
  return { name, seconds: all.length / hz, telemetry, labels: [] }
}

interface Surface {
  name: string
  recordings: Recording[]
  /** without the margins */
  seconds: number
}

/** One group of recordings per kind of road. @param folder holds `data/asphalt_bumps` and so on */
export async function readSurfaces(folder: string): Promise<Surface[]> {
  const surfaces: Surface[] = []
  for (const name of (await readdir(join(folder, 'data'))).sort()) {
    const files = (await readdir(join(folder, 'data', name))).filter(file => file.endsWith('.csv')).sort()
    const pieces = await Promise.all(files.map(file => piece(join(folder, 'data', name, file))))
    surfaces.push({
      name: name.replaceAll('_', ' '),
      recordings: pieces.map((values, i) => recordingOf(files[i]!, values)),
      seconds: pieces.reduce((sum, values) => sum + values.length / hz, 0),
    })
  }
  return surfaces
}
