import { childBoxes, findBox, viewOf } from './boxes.ts'
import { indexAt } from './derive.ts'
import { code, letters, readKlvs, textOf } from './klv.ts'
import { limits } from './source.ts'
import type { CameraTag } from './types.ts'
import { divisors, expandTypes, numbersOf, rowLayout } from './values.ts'

const HLMT = code('HLMT')
const DEVC = code('DEVC')
const STRM = code('STRM')
const TYPE = code('TYPE')
const SCAL = code('SCAL')

/** MANL button or voice, AIMU motion, AACD sound, FUSE all together (gpmf-parser issue 21). */
const kinds: ReadonlyMap<string, CameraTag['kind']> = new Map([
  ['MANL', 'manual'],
  ['AIMU', 'imu'],
  ['AACD', 'sound'],
  ['FUSE', 'fused'],
])

const manual = (milliseconds: number): CameraTag => {
  const time = milliseconds / 1000
  return { time, start: time, end: time, kind: 'manual', confidence: null, score: null }
}

/** `HMMT`: a count, then this many times in ms, then empty slots. */
function manualTags(view: DataView, start: number, end: number, room: number): CameraTag[] {
  if (end - start < 4) return []
  const slots = Math.floor((end - start) / 4) - 1
  const count = Math.min(view.getUint32(start), slots, room)
  return Array.from({ length: count }, (_, index) => view.getUint32(start + 4 + index * 4))
    .filter(milliseconds => milliseconds > 0)
    .map(manual)
}

const share = (percent: number | undefined): number | null =>
  percent !== undefined && Number.isFinite(percent) ? Math.min(1, Math.max(0, percent / 100)) : null

/** The `HLMT` samples: time, in, out (ms), place (3), type, confidence (%), score. */
function foundTags(view: DataView, start: number, end: number, room: number): CameraTag[] {
  const tags: CameraTag[] = []
  const streams = readKlvs(view, start, end)
    .filter(({ key, type }) => key === DEVC && type === 0)
    .flatMap(devc => readKlvs(view, devc.start, devc.end))
    .filter(({ key, type }) => key === STRM && type === 0)
  for (const strm of streams) {
    const klvs = readKlvs(view, strm.start, strm.end)
    const klv = klvs.at(-1)
    const types = klvs.find(({ key }) => key === TYPE)
    const scale = klvs.find(({ key }) => key === SCAL)
    if (klv?.key !== HLMT || types === undefined) continue
    const layout = rowLayout(klv, expandTypes(textOf(view, types)))
    const perAxis = layout && divisors(scale ? numbersOf(view, scale) : [], layout.axes)
    if (layout === null || perAxis === null || !layout.types.startsWith('LLL')) continue
    const typeAt = layout.types.indexOf('F')
    if (typeAt < 0) continue
    for (let row = 0; row < klv.repeat && tags.length < room; row++) {
      const fields = layout.read.map((read, axis) => {
        const value = read(view, klv.start + row * klv.structSize + layout.at[axis]!)
        return axis === typeAt ? value : value / perAxis[axis]!
      })
      const kind = kinds.get(letters(fields[typeAt]!))
      if (kind === undefined) continue
      const [time, from, to] = [fields[0]! / 1000, fields[1]! / 1000, fields[2]! / 1000]
      const spans = from <= time && time <= to
      tags.push({
        time,
        start: spans ? from : time,
        end: spans ? to : time,
        kind,
        confidence: share(fields[typeAt + 1]),
        score: share(fields[typeAt + 2]),
      })
    }
  }
  return tags
}

/** Newer cameras write a button press to both lists; within this many seconds it is the same press. */
const SAME_PRESS = 0.1

/**
 * The highlights written by the camera, from the content of a `moov` box: `udta/HMMT` (button) and
 * `udta/GPMF` (button, motion, sound, fused). Sorted by time; tags after the video belong to another chapter
 * and are left out.
 * @param videoDuration seconds, null when unknown
 */
export function readCameraTags(moov: Uint8Array, videoDuration: number | null): CameraTag[] {
  const view = viewOf(moov)
  const udta = findBox(view, 0, view.byteLength, 'udta')
  if (udta === null) return []
  const tags: CameraTag[] = []
  const presses: CameraTag[] = []
  for (const { type, start, end } of childBoxes(view, udta.start, udta.end)) {
    const room = limits.tags - tags.length - presses.length
    if (type === 'GPMF') tags.push(...foundTags(view, start, end, room))
    if (type === 'HMMT') presses.push(...manualTags(view, start, end, room))
  }
  const known = Float64Array.from(
    tags.filter(({ kind }) => kind === 'manual'),
    ({ time }) => time,
  ).sort()
  const isKnown = (time: number) => {
    const next = indexAt(known, time)
    return [known[next], known[next - 1]].some(one => Math.abs((one ?? Number.NaN) - time) < SAME_PRESS)
  }
  return [...tags, ...presses.filter(({ time }) => !isKnown(time))]
    .filter(({ time }) => videoDuration === null || time <= videoDuration)
    .sort((a, b) => a.time - b.time)
}
