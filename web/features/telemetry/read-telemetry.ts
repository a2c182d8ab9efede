import type { TelemetrySummary } from '#contract/analysis.ts'

export interface FoundTelemetry extends TelemetrySummary {
  /** the excerpt that the server needs: the few parts of the file that hold the telemetry */
  excerpt: Blob
}

/**
 * What the camera recorded beside the picture, read from a chosen file without loading it: about a thousandth
 * of a GoPro's file. The same reader as the server's.
 * @returns null when the file has none, or holds it in a form that cannot be read
 */
export async function readTelemetryOf(file: File): Promise<FoundTelemetry | null> {
  const { blobSource, readTelemetryFrom, recordReads, TelemetryError } = await import('#telemetry/browser.ts')
  const recording = recordReads(blobSource(file))
  try {
    const telemetry = await readTelemetryFrom(recording.source)
    if (!telemetry) return null
    return {
      device: telemetry.device,
      cameraTags: telemetry.tags.length,
      streams: [...telemetry.series.values()].map(({ fourcc, name, times }) => {
        const seconds = (times.at(-1) ?? 0) - (times[0] ?? 0)
        return { fourcc, name, samples: times.length, hz: seconds > 0 ? (times.length - 1) / seconds : 0 }
      }),
      excerpt: new Blob(recording.excerpt() as BlobPart[], { type: 'application/octet-stream' }),
    }
  } catch (error) {
    if (error instanceof TelemetryError) return null
    throw error
  }
}
