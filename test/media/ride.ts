import { copyFile } from 'node:fs/promises'
import { renderRide } from '#sandbox/ride/render.ts'
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
  return cached(['ride', settings, hashOfSources(['sandbox/ride'])], 'ride.mp4', out =>
    renderRide({ ...settings, out }),
  )
}

/** That ride as the caller's own file. @returns its path */
export async function makeRide(file: string, options: RideOptions): Promise<string> {
  await copyFile(await ride(options), file)
  return file
}
