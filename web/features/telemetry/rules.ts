import type { TelemetrySummary } from '#contract/analysis.ts'
import { texts } from '#texts/features/telemetry/stream.ts'

type Stream = TelemetrySummary['streams'][number]

/** The streams that scores use come first; cameras record a dozen more. */
const important = ['ACCL', 'GYRO', 'GPS9', 'GPS5', 'GRAV']
const rank = (stream: Stream) => {
  const place = important.indexOf(stream.fourcc)
  return place === -1 ? important.length : place
}
const named = 4

/** A stream's display name: 'GPS (Lat., Long., Alt.)' becomes 'GPS'. */
export const streamName = (stream: Stream): string =>
  (stream.name || stream.fourcc).split(/[([]/, 1)[0]?.trim() || stream.fourcc

/** 'Accelerometer 200 Hz, GPS 18 Hz and 9 more'; streams with the same name are listed once, with the fastest rate. */
export function describeStreams(streams: readonly Stream[]): string {
  const fastest = new Map<string, number>()
  for (const stream of [...streams].sort((a, b) => rank(a) - rank(b))) {
    const name = streamName(stream)
    fastest.set(name, Math.max(fastest.get(name) ?? 0, stream.hz))
  }
  const all = [...fastest].map(([name, hz]) => (hz >= 1 ? `${name} ${Math.round(hz)} Hz` : name))
  const more = all.length - named
  return more > 1 ? texts.streams({ named: all.slice(0, named).join(', '), more }) : all.join(', ')
}
