import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { renderRide } from '#lab/ride/render.ts'
import { readTelemetry } from '#telemetry/index.ts'
import { cached, hashOfSources } from '../harness/cache.ts'

export interface RideOptions {
  /** whether the file contains the camera's sensor data */
  telemetry: boolean
  /** 20 seconds have two highlights, 40 have four */
  seconds?: 20 | 40
}

/**
 * A short simulated ride, rendered once per machine; the same with and without sensors. @returns its path;
 * must not be changed
 */
export function ride({ telemetry, seconds = 20 }: RideOptions): Promise<string> {
  const settings = {
    seed: 3,
    kind: 'ride',
    durationSeconds: seconds,
    width: 320,
    height: 180,
    fps: 30,
    telemetry,
  } as const
  return cached(['ride', settings, hashOfSources(['lab/ride'])], 'ride.mp4', out =>
    renderRide({ ...settings, out }),
  )
}

/** That ride as the caller's own file. @returns its path */
export async function makeRide(file: string, options: RideOptions): Promise<string> {
  await copyFile(await ride(options), file)
  return file
}

/** When `motionRide` was recorded by its camera. */
export const motionRideAt = Date.UTC(2026, 5, 1, 16)

/** Seconds between 1904, when an MP4's clock begins, and 1970. */
const mp4Epoch = 2_082_844_800

/** That ride as a camera without a receiver records it: motion sensors and a clock, and no GPS. @returns its path */
export async function motionRide(): Promise<string> {
  const whole = await ride({ telemetry: true })
  return cached(['motion ride', 1, hashOfSources(['lab/ride'])], 'motion.mp4', async out => {
    const bytes = await readFile(whole)
    for (let at = bytes.indexOf('GPS5'); at >= 0; at = bytes.indexOf('GPS5', at)) bytes.write('NONE', at)
    bytes.writeUInt32BE(motionRideAt / 1000 + mp4Epoch, bytes.indexOf('mvhd') + 8)
    await writeFile(out, bytes)
  })
}

/**
 * What a watch recorded of that ride, as GPX: a fix a second, after a while at the place where it begins.
 * @param began when its first point was, Unix milliseconds
 * @param stood seconds before the ride
 */
export async function watchOf(began: number, stood: number): Promise<string> {
  const track = (await readTelemetry(await ride({ telemetry: true })))?.series.get('GPS5')
  if (!track) throw new Error('The ride has no track')
  const point = (row: number, second: number) => {
    const [latitude, longitude] = track.values.subarray(row * track.axes, row * track.axes + 2)
    const time = new Date(began + second * 1000).toISOString()
    return `<trkpt lat="${latitude}" lon="${longitude}"><time>${time}</time></trkpt>`
  }
  const rest = Array.from({ length: stood }, (_, second) => point(0, second))
  const rows = Array.from({ length: 20 }, (_, second) => track.times.findIndex(time => time >= second))
  const ridden = rows.filter(row => row >= 0).map((row, second) => point(row, stood + second))
  return `<gpx creator="Watch"><trk><trkseg>${[...rest, ...ridden].join('')}</trkseg></trk></gpx>`
}
