/** Bytes of FIT files, for what needs one. */
export type Bytes = number[]
export const little = (size: number) => (value: number) =>
  Array.from(
    { length: size },
    (_, i) => Math.floor((value < 0 ? value + 2 ** (8 * size) : value) / 2 ** (8 * i)) & 255,
  )
export const [u16, u32] = [little(2), little(4)]
export const semicircles = (degrees: number) => u32(Math.round((degrees / 180) * 2 ** 31))

/** 1989-12-31T00:00:00Z, from which FIT counts seconds, in Unix seconds. */
export const fitEpoch = 631_065_600

/** Definition of a local message: fields as number, size, base type. */
export const define = (
  local: number,
  message: number,
  fields: number[][],
  developer: number[][] = [],
): Bytes => [
  0x40 | (developer.length ? 0x20 : 0) | local,
  ...[0, 0, ...u16(message), fields.length, ...fields.flat()],
  ...(developer.length ? [developer.length, ...developer.flat()] : []),
]
/** A file of these messages, without their checksums. */
export const fitFile = (...messages: Bytes[]): Bytes => {
  const data = messages.flat()
  return [14, 0x20, ...u16(2195), ...u32(data.length), ...Buffer.from('.FIT'), ...u16(0), ...data, ...u16(0)]
}
