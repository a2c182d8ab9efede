import type { TelemetrySummary } from '#contract/analysis.ts'

export interface FoundTelemetry extends TelemetrySummary {
  /** the excerpt that the server needs: the small parts of the file that hold telemetry */
  excerpt: Blob
}

/**
 * The sensor data of a chosen file, read without loading all of it: about a thousandth of a GoPro file. Uses the same
 * reader as the server. @returns null if the file has none, or has it in an unreadable form
 */
export async function readTelemetryOf(file: File): Promise<FoundTelemetry | null> {
  const { blobSource, readTelemetryFrom, recordReads, TelemetryError } = await import('#telemetry/browser.ts')
  const recording = recordReads(blobSource(file))
  try {
    const telemetry = await readTelemetryFrom(recording.source)
    if (!telemetry || telemetry.series.size + telemetry.tags.length === 0) return null
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
