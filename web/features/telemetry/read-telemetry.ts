import type { TelemetrySummary } from '#contract/analysis.ts'

export interface FoundTelemetry extends TelemetrySummary {
  /** what the server needs: the small parts of a camera's original that hold telemetry, or the whole file of a ride */
  bytes: Blob
}

/** Extensions of files that accompany a video; the camera's originals are the rest. */
export const rideExtensions = ['.fit', '.gpx', '.tcx', '.kml', '.csv', '.gcsv', '.srt']

/**
 * The sensor data of a chosen file, read without loading all of a video: about a thousandth of a GoPro file. Uses the same
 * reader as the server. @returns null if the file has none, or has it in an unreadable form
 */
export async function readTelemetryOf(file: File): Promise<FoundTelemetry | null> {
  const { blobSource, readSidecarFrom, readTelemetryFrom, recordReads, TelemetryError } = await import(
    '#telemetry/browser.ts'
  )
  const name = file.name.toLowerCase()
  const isRide = rideExtensions.some(extension => name.endsWith(extension))
  const recording = recordReads(blobSource(file))
  try {
    const telemetry = isRide
      ? await readSidecarFrom(blobSource(file))
      : await readTelemetryFrom(recording.source)
    if (!telemetry || telemetry.series.size + telemetry.tags.length === 0) return null
    const { format, device, tags, series } = telemetry
    return {
      format,
      device,
      cameraTags: tags.length,
      streams: [...series.values()].map(({ fourcc, name, times }) => {
        const seconds = (times.at(-1) ?? 0) - (times[0] ?? 0)
        return { fourcc, name, samples: times.length, hz: seconds > 0 ? (times.length - 1) / seconds : 0 }
      }),
      bytes: isRide
        ? file
        : new Blob(recording.excerpt() as BlobPart[], { type: 'application/octet-stream' }),
    }
  } catch (error) {
    if (error instanceof TelemetryError) return null
    throw error
  }
}
