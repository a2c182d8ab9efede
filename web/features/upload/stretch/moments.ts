import { blobSource, readTelemetryFrom, TelemetryError } from '#telemetry/browser.ts'
import { type Liveliness, livelinessOf } from '#telemetry/liveliness.ts'

/** What the sensors of a film say; null if it has none that can be read. Reads about a thousandth of it. */
export async function readLiveliness(file: Blob, seconds: number): Promise<Liveliness | null> {
  try {
    const telemetry = await readTelemetryFrom(blobSource(file))
    return telemetry && livelinessOf(telemetry, seconds)
  } catch (error) {
    if (error instanceof TelemetryError) return null
    throw error
  }
}
