/**
 * Splits a stream of chunks into frames of a fixed number of bytes. The frame passed on is reused for the
 * next one. An incomplete frame at the end is dropped.
 */
export function createFramer(frameBytes: number, onFrame: (frame: Uint8Array) => void) {
  const frame = new Uint8Array(frameBytes)
  let filled = 0
  return (chunk: Uint8Array): void => {
    let at = 0
    while (at < chunk.length) {
      const take = Math.min(frameBytes - filled, chunk.length - at)
      frame.set(chunk.subarray(at, at + take), filled)
      filled += take
      at += take
      if (filled === frameBytes) {
        onFrame(frame)
        filled = 0
      }
    }
  }
}
