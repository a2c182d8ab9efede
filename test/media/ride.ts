import { renderRide } from '#sandbox/ride/render.ts'

/** A short simulated ride, the same one with and without its sensors. @returns its path */
export async function makeRide(file: string, options: { telemetry: boolean }): Promise<string> {
  await renderRide({
    seed: 3,
    kind: 'ride',
    durationSeconds: 20,
    width: 320,
    height: 180,
    fps: 30,
    telemetry: options.telemetry,
    out: file,
  })
  return file
}
