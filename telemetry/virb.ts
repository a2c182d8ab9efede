import { childBoxes } from './boxes.ts'
import { latin1 } from './protobuf.ts'

const mark = 'VIRBactioncamera'
/** No name is longer: model, mode, size, rate, serial number, counters and the ride's file name. */
const longest = 255

/**
 * What a Garmin VIRB calls a video: the text in `moov/udta/uuid`, which `camera_event` of its ride (FIT) repeats. Source:
 * geoelan's notes on the VIRB, and ExifTool's GarminSoftware.
 * @param moov content of a `moov` box
 * @returns null for another camera's
 */
export function virbRecording(moov: DataView): string | null {
  const boxes = childBoxes(moov, 0, moov.byteLength)
  const inside = boxes.filter(({ type }) => type === 'udta')
  for (const { type, start, end } of inside.flatMap(udta => childBoxes(moov, udta.start, udta.end))) {
    if (type !== 'uuid' || end - start > longest) continue
    const [name = ''] = latin1(moov, { start, end }).split('\0')
    if (name.startsWith(mark)) return name.trim()
  }
  return null
}
