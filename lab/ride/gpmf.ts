/**
 * Writes GPMF, the telemetry format of GoPro cameras: a tree of KLVs (key of 4 letters, type, structure
 * size, repeat, data padded to 4 bytes, big endian). Source: https://github.com/gopro/gpmf-parser
 */

import { concat } from '#telemetry/write/mp4.ts'

const ascii = (text: string): Uint8Array => Uint8Array.from(text, letter => letter.charCodeAt(0) & 0xff)

/** Bytes and range of the numeric GPMF types that the writer knows. */
const numbers = {
  b: { bytes: 1, low: -0x80, high: 0x7f },
  B: { bytes: 1, low: 0, high: 0xff },
  s: { bytes: 2, low: -0x8000, high: 0x7fff },
  S: { bytes: 2, low: 0, high: 0xffff },
  l: { bytes: 4, low: -0x80000000, high: 0x7fffffff },
  L: { bytes: 4, low: 0, high: 0xffffffff },
  f: { bytes: 4, low: -Infinity, high: Infinity },
  d: { bytes: 8, low: -Infinity, high: Infinity },
} as const

export type NumberType = keyof typeof numbers

function putNumber(view: DataView, at: number, type: NumberType, value: number): number {
  const { bytes, low, high } = numbers[type]
  if (type === 'f') view.setFloat32(at, value)
  else if (type === 'd') view.setFloat64(at, value)
  else {
    // A real sensor saturates at the end of its range; wrapping around would turn a hard landing into a jump.
    const whole = Math.min(high, Math.max(low, Math.round(value)))
    if (bytes === 1) view.setUint8(at, whole & 0xff)
    else if (bytes === 2) view.setUint16(at, whole & 0xffff)
    else view.setUint32(at, whole >>> 0)
  }
  return at + bytes
}

/**
 * One KLV. `data` is `structSize` × `repeat` bytes; padding to 4 bytes is added.
 * @throws RangeError when the data does not fill size × repeat or a field overflows
 */
export function klv(
  key: string,
  type: string,
  structSize: number,
  repeat: number,
  data: Uint8Array,
): Uint8Array {
  if (key.length !== 4) throw new RangeError(`GPMF key of 4 letters expected, not "${key}"`)
  if (structSize > 0xff || repeat > 0xffff || data.length !== structSize * repeat)
    throw new RangeError(`GPMF ${key}: ${data.length} bytes do not fit ${structSize} × ${repeat}`)
  const out = new Uint8Array(8 + Math.ceil(data.length / 4) * 4)
  out.set(ascii(key))
  out[4] = type === '\0' ? 0 : type.charCodeAt(0)
  out[5] = structSize
  out[6] = repeat >> 8
  out[7] = repeat & 0xff
  out.set(data, 8)
  return out
}

/** A KLV that holds other KLVs (DEVC, STRM). Up to 262,140 bytes. */
export function nested(key: string, children: readonly Uint8Array[]): Uint8Array {
  const data = concat(children)
  return data.length > 0xffff
    ? klv(key, '\0', 4, data.length / 4, data)
    : klv(key, '\0', 1, data.length, data)
}

/** A text KLV (type c): one Latin-1 string of up to 255 bytes, as cameras write names. */
export const textKlv = (key: string, text: string): Uint8Array => klv(key, 'c', text.length, 1, ascii(text))

/** A list of numbers of one type, one per repeat (SCAL, TSMP, GPSF, …). */
export function numberKlv(key: string, type: NumberType, values: readonly number[]): Uint8Array {
  const data = new Uint8Array(values.length * numbers[type].bytes)
  const view = new DataView(data.buffer)
  let at = 0
  for (const value of values) at = putNumber(view, at, type, value)
  return klv(key, type, numbers[type].bytes, values.length, data)
}

/** Unit strings of equal, zero-padded length (UNIT or SIUN), one per axis or one for all. */
export function unitKlv(key: 'UNIT' | 'SIUN', units: readonly string[]): Uint8Array {
  const width = Math.max(1, ...units.map(unit => unit.length))
  return klv(key, 'c', width, units.length, ascii(units.map(unit => unit.padEnd(width, '\0')).join('')))
}

/** A stream that can be split into payloads: sample times in seconds, and the KLVs of samples [from, to). */
export interface StreamWriter {
  times: ArrayLike<number>
  /** KLVs between TSMP and the end of the STRM, for samples `from` to `to` of payload `payload` */
  klvs(from: number, to: number, payload: number): Uint8Array[]
}

export interface NumericStream {
  fourcc: string
  name: string
  /** one type letter for all axes, or one per axis (written as a complex TYPE) */
  types: string
  axes: number
  /** the camera multiplies by this before rounding: one number, or one per axis */
  scale: number | readonly number[]
  units?: readonly string[]
  unitKey?: 'UNIT' | 'SIUN'
  /** seconds, ascending */
  times: ArrayLike<number>
  /** rows of `axes` numbers in `units` */
  values: ArrayLike<number>
  /** sticky KLVs that precede the samples of a payload (GPSF, GPSP, GPSU, …) */
  sticky?: (payload: number) => Uint8Array[]
}

/** A stream of equal rows of numbers, the form nearly all sensors use. */
export function numericStream(spec: NumericStream): StreamWriter {
  const { axes, values } = spec
  const complex = spec.types.length > 1
  const types = (complex ? spec.types : spec.types.repeat(axes)).split('') as NumberType[]
  const scales = Array.from({ length: axes }, (_, axis) =>
    typeof spec.scale === 'number' ? spec.scale : spec.scale[axis]!,
  )
  if (types.length !== axes) throw new RangeError(`${spec.fourcc}: ${types.length} types for ${axes} axes`)
  const row = types.reduce((sum, type) => sum + numbers[type].bytes, 0)
  return {
    times: spec.times,
    klvs(from, to, payload) {
      const data = new Uint8Array(row * (to - from))
      const view = new DataView(data.buffer)
      let at = 0
      for (let sample = from; sample < to; sample++)
        for (let axis = 0; axis < axes; axis++)
          at = putNumber(view, at, types[axis]!, values[sample * axes + axis]! * scales[axis]!)
      const same = scales.every(scale => scale === scales[0])
      return [
        textKlv('STNM', spec.name),
        ...(spec.sticky?.(payload) ?? []),
        ...(spec.units ? [unitKlv(spec.unitKey ?? 'SIUN', spec.units)] : []),
        ...(complex ? [textKlv('TYPE', spec.types)] : []),
        ...(same && scales[0] === 1 ? [] : [numberKlv('SCAL', 'l', same ? [scales[0]!] : scales)]),
        klv(spec.fourcc, complex ? '?' : types[0]!, row, to - from, data),
      ]
    },
  }
}

/**
 * Splits streams into one-second payloads (the last may be shorter), one DEVC each.
 * @param durationSeconds length of the video; samples at or after it are left out
 */
export function buildPayloads(
  device: { id?: number; name: string },
  streams: readonly StreamWriter[],
  durationSeconds: number,
): { payloads: Uint8Array[]; payloadDurations: number[] } {
  const positions = streams.map(() => 0)
  const payloads: Uint8Array[] = []
  const payloadDurations: number[] = []
  for (let start = 0; start < durationSeconds; start += 1) {
    const end = Math.min(start + 1, durationSeconds)
    const parts = [numberKlv('DVID', 'L', [device.id ?? 1]), textKlv('DVNM', device.name)]
    streams.forEach((stream, index) => {
      const from = positions[index]!
      let to = from
      while (to < stream.times.length && stream.times[to]! < end) to++
      positions[index] = to
      if (to > from)
        parts.push(nested('STRM', [numberKlv('TSMP', 'L', [to]), ...stream.klvs(from, to, payloads.length)]))
    })
    payloads.push(nested('DEVC', parts))
    payloadDurations.push(end - start)
  }
  return { payloads, payloadDurations }
}
