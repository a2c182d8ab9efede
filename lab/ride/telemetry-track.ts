import { box, concat, fullBox, u16, u32, u64 } from '#telemetry/write/mp4.ts'

/** Ticks per second of the telemetry track, as in camera files. */
export const TELEMETRY_TIMESCALE = 1000

/** One payload: its position in the file, and its duration. */
export interface TelemetrySample {
  offset: number
  size: number
  ticks: number
}

/** The 'meta' track with sample entry 'gpmd', one chunk per payload. */
export function telemetryTrack(
  trackId: number,
  samples: readonly TelemetrySample[],
  movieTimescale: number,
): Uint8Array {
  const ticks = samples.reduce((sum, sample) => sum + sample.ticks, 0)
  const matrix = concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32))
  const runs: [count: number, ticks: number][] = []
  for (const { ticks: length } of samples) {
    const last = runs.at(-1)
    if (last?.[1] === length) last[0]++
    else runs.push([1, length])
  }
  const wide = samples.some(sample => sample.offset > 0xffffffff)
  const offsets = samples.map(({ offset }) => (wide ? u64(offset) : u32(offset)))
  const movieDuration = Math.round((ticks * movieTimescale) / TELEMETRY_TIMESCALE)
  return box(
    'trak',
    // enabled, in the movie, in the preview; the rest: no layer, group, volume, size
    fullBox(
      'tkhd',
      7,
      u32(0),
      u32(0),
      u32(trackId),
      u32(0),
      u32(movieDuration),
      new Uint8Array(16),
      matrix,
      u64(0),
    ),
    box(
      'mdia',
      fullBox('mdhd', 0, u32(0), u32(0), u32(TELEMETRY_TIMESCALE), u32(ticks), u16(0), u16(0)),
      fullBox('hdlr', 0, 'mhlr', 'meta', new Uint8Array(12), '\x0bGoPro MET  '),
      box(
        'minf',
        box('gmhd', fullBox('gmin', 0, new Uint8Array(12)), box('gpmd', u32(0))),
        box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
        box(
          'stbl',
          fullBox('stsd', 0, u32(1), box('gpmd', new Uint8Array(6), u16(1), u32(0))),
          fullBox(
            'stts',
            0,
            u32(runs.length),
            ...runs.flatMap(([count, length]) => [u32(count), u32(length)]),
          ),
          fullBox('stsc', 0, u32(1), u32(1), u32(1), u32(1)),
          fullBox('stsz', 0, u32(0), u32(samples.length), ...samples.map(({ size }) => u32(size))),
          fullBox(wide ? 'co64' : 'stco', 0, u32(samples.length), ...offsets),
        ),
      ),
    ),
  )
}
