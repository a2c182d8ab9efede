import { existsSync } from 'node:fs'
import path from 'node:path'
import { readSidecar, readTelemetry, TelemetryError } from '#telemetry/index.ts'
import { merged } from '#telemetry/merge.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { markdown } from './table.ts'

/** What a file is known to hold: samples by stream, the highest speed (m/s) and what else its publisher tells. */
interface Truth {
  file: string
  samples: Record<string, number>
  fastest?: number
  /** Unix seconds of its first moment */
  begins?: number
  /** why it is refused */
  refused?: string
}

const at = (time: string) => Date.parse(time) / 1000

/** Each with its source: repository at a commit, path. */
const truths: readonly Truth[] = [
  // time4tea/gopro-dashboard-overlay@034342e790a8 tests/fit; three of 8,600 records have no position.
  {
    file: 'fit-file-no-power.fit',
    samples: { GPS5: 8597 },
    fastest: 13.96,
    begins: at('2021-09-24T09:59:09Z'),
  },
  // polyvertex/fitdecode@130028b01974 tests/files
  { file: '2019-02-17-062644-ELEMNT-297E-195-0.fit', samples: { GPS5: 13_348 }, fastest: 10.95 },
  // dtcooper/python-fitparse@d88bb6997138 tests/files; 755 records, none with a position
  { file: 'compressed-speed-distance.fit', samples: {}, refused: 'noUsablePoint' },
  // placemark/togeojson@b99baa6e74fc test/data
  { file: 'garmin_connect.tcx', samples: { GPS5: 316 } },
  { file: 'tour_hr.tcx', samples: { GPS5: 465 } },
  { file: 'gxtrack.kml', samples: { GPS5: 7 } },
  // two tracks of the same minutes, of which a ride has one
  { file: 'gxmultitrack.kml', samples: { GPS5: 13 } },
  // alex-plekhanov/insvtools@0f8ebe35167f src/test/resources; 1,178 rows, 1,003 of them within the video
  { file: 'sample.insv', samples: { ACCL: 1003, GYRO: 1003 } },
  // Romancha/GPStitch@1c96da45a201 tests/fixtures
  { file: 'DJI_20260315180109_0003_D_5s_fixture.MP4', samples: { ACCL: 125, GPS5: 49 }, fastest: 12.2 },
  { file: 'DJI_20250723102139_0001_D.SRT', samples: { GPS5: 93 } },
  // amkulikov/dashcamigo@e86751f202e0 tests/testdata/novatek-real-anonymized
  { file: '2e-drive-730.mp4', samples: { GPS5: 3 }, fastest: 25.3 },
  { file: 'viofo-a119-mini2-coldstart.mp4', samples: { GPS5: 4 } },
  // brandonstrohmeyer/imu_video_sync@9b26b9e1ec7b tests/fixtures
  { file: 'gopro-hero8-black.mp4', samples: { ACCL: 28_624, GPS5: 2620 } },
  { file: 'racebox.csv', samples: { GPS5: 19_060 } },
]

/** Shares and speeds that readers leave out or round. */
const near = { samples: 0.005, speed: 0.05 } as const

const read = (file: string): Promise<Telemetry | null> =>
  /\.(mp4|mov|insv)$/i.test(file) ? readTelemetry(file) : readSidecar(file)

function fastestOf({ series }: Telemetry): number {
  const track = series.get('GPS5')
  let most = 0
  track?.times.forEach((_, row) => {
    most = Math.max(most, track.values[row * track.axes + 3]!)
  })
  return most
}

function isRight({ samples, fastest, begins, refused }: Truth, found: Telemetry | string | null): boolean {
  if (typeof found === 'string' || found === null) return found === refused
  // Where a publisher has moved the places, the plausibility rules leave out samples that were read.
  const dropped = found.dropped ?? 0
  const counts = Object.entries(samples).every(([name, count]) => {
    const read = found.series.get(name)?.times.length ?? 0
    return read <= count * (1 + near.samples) && read + dropped >= count * (1 - near.samples)
  })
  return (
    counts &&
    (fastest === undefined || Math.abs(fastestOf(found) - fastest) <= near.speed) &&
    (begins === undefined || found.begins === begins)
  )
}

/** Where the RaceBox's ride lies on the HERO8's video: published as 407.58 s. */
async function lag(folder: string): Promise<string> {
  const [camera, box] = ['gopro-hero8-black.mp4', 'racebox.csv'].map(name => path.join(folder, name))
  if (!existsSync(camera!) || !existsSync(box!)) return ''
  const own = await readTelemetry(camera!)
  const ride = await readSidecar(box!)
  // Its satellite time would tell; here only turns may.
  const { satellite: _, ...rest } = own!
  const { added } = merged(rest, ride, { seconds: 144, clocks: [] })
  const { offset, method, confidence } = added!.placement
  return `The HERO8's video begins at ${offset.toFixed(2)} s of the RaceBox's ride (published: 407.58 s), by ${method}${confidence === null ? '' : `, correlation ${confidence.toFixed(3)}`}.`
}

/** Files of other cameras, watches and apps against what is known of them. */
export async function reportOnCameras(folder: string): Promise<string> {
  const rows: (string | number)[][] = []
  for (const truth of truths) {
    const file = path.join(folder, truth.file)
    if (!existsSync(file)) {
      rows.push([truth.file, '–', 'not there'])
      continue
    }
    const found = await read(file).catch((error: unknown) => {
      if (error instanceof TelemetryError) return error.problem.name
      throw error
    })
    const streams =
      typeof found === 'string' || found === null
        ? (found ?? 'nothing')
        : [
            ...[...found.series.values()].map(({ fourcc, times }) => `${fourcc} ${times.length}`),
            ...(found.dropped ? [`left out ${found.dropped}`] : []),
          ].join(', ')
    rows.push([truth.file, streams, isRight(truth, found) ? 'right' : 'wrong'])
  }
  return [
    '## Cameras, watches and apps',
    markdown(['file', 'found', 'against the truth'], rows),
    await lag(folder),
  ].join('\n\n')
}
