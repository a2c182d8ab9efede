/** The few parts of ISO 14496-12 that the muxer writes: boxes, full boxes and big-endian integers. */

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const u16 = (value: number): Uint8Array => Uint8Array.of(value >> 8, value)
export const u32 = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)
export const u64 = (value: number): Uint8Array =>
  concat([u32(Math.floor(value / 2 ** 32)), u32(value % 2 ** 32)])

const bytesOf = (part: Uint8Array | string): Uint8Array =>
  typeof part === 'string' ? Uint8Array.from(part, letter => letter.charCodeAt(0)) : part

export function box(type: string, ...parts: (Uint8Array | string)[]): Uint8Array {
  const body = concat(parts.map(bytesOf))
  return concat([u32(body.length + 8), bytesOf(type), body])
}

/** A box that begins with version 0 and 24 bits of flags. */
export const fullBox = (type: string, flags: number, ...parts: (Uint8Array | string)[]): Uint8Array =>
  box(type, u32(flags), ...parts)

/**
 * The children of a container box with a 32-bit size, each with its header. Trailing zeros (the end of udta)
 * are left out.
 */
export function children(container: Uint8Array): { type: string; bytes: Uint8Array }[] {
  const view = new DataView(container.buffer, container.byteOffset, container.byteLength)
  const found: { type: string; bytes: Uint8Array }[] = []
  for (let at = 8; at + 8 <= container.length; ) {
    const size = view.getUint32(at)
    if (size < 8 || at + size > container.length) break
    const type = String.fromCharCode(...container.subarray(at + 4, at + 8))
    found.push({ type, bytes: container.subarray(at, at + size) })
    at += size
  }
  return found
}

export const findBox = (container: Uint8Array, type: string): Uint8Array | undefined =>
  children(container).find(part => part.type === type)?.bytes
