import type { TelemetrySummary } from '#contract/analysis.ts'

/** A stream's name as people read it: 'GPS (Lat., Long., Alt.)' is 'GPS'. */
export const streamName = (stream: TelemetrySummary['streams'][number]): string =>
  (stream.name || stream.fourcc).replace(/\s*[([].*$/, '').trim() || stream.fourcc

/** 'Accelerometer 200 Hz, GPS 18 Hz'; streams of one name are told once, by their fastest. */
export function describeStreams(streams: TelemetrySummary['streams']): string {
  const fastest = new Map<string, number>()
  for (const stream of streams) {
    const name = streamName(stream)
    fastest.set(name, Math.max(fastest.get(name) ?? 0, stream.hz))
  }
  return [...fastest].map(([name, hz]) => (hz >= 1 ? `${name} ${Math.round(hz)} Hz` : name)).join(', ')
}
