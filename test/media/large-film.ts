import { copyFile, open, readFile } from 'node:fs/promises'
import { childBoxes, viewOf } from '#telemetry/boxes.ts'
import { box, children, concat, u32, u64 } from '#telemetry/write/mp4.ts'

const containers = ['moov', 'trak', 'mdia', 'minf', 'stbl']

/** A box whose chunks lie so many bytes further back: their offsets take 64 bits. */
function movedBack({ type, bytes }: { type: string; bytes: Uint8Array }, by: number): Uint8Array {
  if (containers.includes(type)) return box(type, ...children(bytes).map(child => movedBack(child, by)))
  if (type !== 'stco') return bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const offsets = Array.from({ length: view.getUint32(12) }, (_, i) => u64(view.getUint32(16 + i * 4) + by))
  return box('co64', u32(0), u32(offsets.length), ...offsets)
}

/**
 * Writes a film as a larger file: with a hole in front of its data that takes no room on the disk.
 * @param film an MP4 whose index is at its end
 * @param bytes more than the film has
 */
export async function makeLarge(film: string, bytes: number, out: string): Promise<string> {
  const whole = new Uint8Array(await readFile(film))
  const boxes = childBoxes(viewOf(whole), 0, whole.length)
  const first = boxes[0]!.end
  const hole = bytes - whole.length
  await copyFile(film, out)
  await using handle = await open(out, 'r+')
  await handle.truncate(first)
  await handle.write(concat([u32(1), new TextEncoder().encode('free'), u64(hole)]), 0, 16, first)
  const rest = concat(
    boxes
      .slice(1)
      .map(({ type, end }, i) => movedBack({ type, bytes: whole.subarray(boxes[i]!.end, end) }, hole)),
  )
  await handle.write(rest, 0, rest.length, first + hole)
  return out
}
