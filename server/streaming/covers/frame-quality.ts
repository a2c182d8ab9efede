/** A small gray picture of a frame, one byte per pixel, row by row. */
export interface GrayFrame {
  pixels: Uint8Array
  width: number
  height: number
}

/** Mean brightness, 0 to 255: frames outside these limits show nothing. */
const exposure = { darkest: 30, best: 115, brightest: 228 }
/** Variance of the Laplacian below which a frame counts as blurred or empty. */
const blurred = 12

/**
 * A frame's quality, from its sharpness (variance of the Laplacian) and exposure.
 * @returns 0 for a frame that is black, white, empty or blurred; higher is better, without an upper limit
 */
export function qualityOf({ pixels, width, height }: GrayFrame): number {
  let brightness = 0
  for (const value of pixels) brightness += value
  brightness /= Math.max(1, pixels.length)
  if (brightness < exposure.darkest || brightness > exposure.brightest) return 0
  let sum = 0
  let squares = 0
  let count = 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const edge = 4 * pixels[i]! - pixels[i - 1]! - pixels[i + 1]! - pixels[i - width]! - pixels[i + width]!
      sum += edge
      squares += edge * edge
      count++
    }
  if (!count) return 0
  const variance = squares / count - (sum / count) ** 2
  if (variance < blurred) return 0
  const lit = 1 - Math.abs(brightness - exposure.best) / 160
  // The square root keeps a noisy picture from beating a well-lit one by grain alone.
  return Math.sqrt(variance) * Math.max(0.1, lit)
}
