import { paceLimits } from '#contract/telemetry.ts'
import { childBoxes, findBox, fourcc } from './boxes.ts'
import { latin1 } from './protobuf.ts'
import { handlerOf, mediaHeader } from './track.ts'

/** The key under which Android writes at how many frames a second a slow motion video was recorded. */
const captureFps = 'com.android.capture.fps'
/** Types of a value in a `data` box: text, as programs copy it, and a float, as phones write it. */
const types = { text: 1, float: 23 } as const

/** No key or value that matters is longer. */
const textAt = (view: DataView, start: number, end: number) =>
  latin1(view, { start, end: Math.min(start + 64, end) })

/**
 * At how many frames a second a phone recorded; null when it doesn't say. Keys and values are in `moov/meta`,
 * or in `moov/udta/meta` where a program copied them. Source:
 * QuickTime File Format, "Metadata", and Android's MPEG4Writer.cpp.
 */
function captureRate(moov: DataView): number | null {
  const meta = findBox(moov, 0, moov.byteLength, 'meta') ?? findBox(moov, 0, moov.byteLength, 'udta', 'meta')
  if (!meta) return null
  // In ISO files four bytes of version and flags come first, in QuickTime files the first box.
  const isQuickTime = meta.end - meta.start >= 8 && fourcc(moov, meta.start + 4) === 'hdlr'
  const start = isQuickTime ? meta.start : meta.start + 4
  const keys = findBox(moov, start, meta.end, 'keys')
  const values = findBox(moov, start, meta.end, 'ilst')
  if (!keys || !values) return null
  const names = childBoxes(moov, keys.start + 8, keys.end).map(key => textAt(moov, key.start, key.end))
  const number = names.indexOf(captureFps) + 1
  const value = childBoxes(moov, values.start, values.end).find(
    item => number > 0 && moov.getUint32(item.start - 4) === number,
  )
  const data = value && findBox(moov, value.start, value.end, 'data')
  if (!data || data.end - data.start < 12) return null
  const type = moov.getUint32(data.start)
  const rate =
    type === types.float
      ? moov.getFloat32(data.start + 8)
      : Number(type === types.text ? textAt(moov, data.start + 8, data.end) : Number.NaN)
  return Number.isFinite(rate) && rate > 0 ? rate : null
}

/** Frames a second that the video track shows; null without one. */
function shownRate(moov: DataView): number | null {
  const tracks = childBoxes(moov, 0, moov.byteLength).filter(({ type }) => type === 'trak')
  const video = tracks.find(trak => handlerOf(moov, trak) === 'vide')
  const sizes = video && findBox(moov, video.start, video.end, 'mdia', 'minf', 'stbl', 'stsz')
  const seconds = (video && mediaHeader(moov, video)?.duration) ?? 0
  return sizes && sizes.end - sizes.start >= 12 && seconds > 0
    ? moov.getUint32(sizes.start + 8) / seconds
    : null
}

/**
 * Seconds of the ride per second of a phone's slow motion video, which shows its frames slower than it took them.
 * @param moov content of a `moov` box
 * @returns null for real time, and where the phone doesn't say
 */
export function slowMotionPace(moov: DataView): number | null {
  const [shown, taken] = [shownRate(moov), captureRate(moov)]
  return shown !== null && taken !== null && shown / taken < paceLimits.slow ? shown / taken : null
}
