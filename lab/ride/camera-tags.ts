import { box, concat, u32 } from '#telemetry/write/mp4.ts'
import { klv, nested, numberKlv, textKlv } from './gpmf.ts'

/** A highlight as the camera writes it; times in seconds, confidence and score in percent. */
export interface CameraHighlight {
  time: number
  start: number
  end: number
  type: 'MANL' | 'AIMU' | 'AACD' | 'FUSE'
  confidence: number
  score: number
}

/** Count, then 100 slots of milliseconds, as cameras write it. */
export function hmmtBox(seconds: readonly number[]): Uint8Array {
  const slots = Math.max(100, seconds.length)
  const times = Array.from({ length: slots }, (_, index) => u32(Math.round((seconds[index] ?? 0) * 1000)))
  return box('HMMT', u32(seconds.length), ...times)
}

/** The DEVC "HLMT" of moov/udta/GPMF: https://github.com/gopro/gpmf-parser/issues/21 */
export function hlmtBox(highlights: readonly CameraHighlight[]): Uint8Array {
  const rows = highlights.map(({ time, start, end, type, confidence, score }) => {
    const row = new DataView(new ArrayBuffer(36))
    ;[time, start, end].forEach((seconds, index) => {
      row.setUint32(index * 4, Math.round(seconds * 1000))
    })
    for (let letter = 0; letter < 4; letter++) row.setUint8(24 + letter, type.charCodeAt(letter))
    row.setFloat32(28, confidence)
    row.setFloat32(32, score)
    return new Uint8Array(row.buffer)
  })
  const stream = nested('STRM', [
    numberKlv('TSMP', 'L', [rows.length]),
    textKlv('TYPE', 'LLLllfFff'),
    numberKlv('SCAL', 'l', [1, 1, 1, 10000000, 10000000, 1, 1, 1, 1]),
    klv('HLMT', '?', 36, rows.length, concat(rows)),
  ])
  const id = klv(
    'DVID',
    'F',
    4,
    1,
    Uint8Array.from('HLMT', letter => letter.charCodeAt(0)),
  )
  return box('GPMF', nested('DEVC', [id, textKlv('DVNM', 'Highlights'), ...(rows.length ? [stream] : [])]))
}
