import { sentences as advice } from '#sentences/advice.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { lookDistance } from '../cuts/index.ts'
import { kindOf } from '../highlights/names.ts'
import { clamp, quantile, round } from '../math.ts'
import { lookColumns, lookRows, lookSize } from '../signals/planes.ts'
import type { Highlight, RideFacts, ThumbnailRecommendation } from '../types.ts'

const wanted = 5
/** Looks closer than this count as the same picture. */
const same = 0.06
const apart = 1.5
const exposure = { darkest: 40, brightest: 220 }

interface Candidate {
  frame: number
  score: number
  reason: Sentence
}

/** Share of the contrast near the four intersections of the thirds, 0 to 1. */
function thirds(looks: Uint8Array, frame: number): number {
  const at = frame * lookSize
  let near = 0
  let total = 0
  for (let row = 1; row < lookRows - 1; row++) {
    for (let column = 1; column < lookColumns - 1; column++) {
      const i = at + row * lookColumns + column
      const energy =
        Math.abs(looks[i + 1]! - looks[i - 1]!) + Math.abs(looks[i + lookColumns]! - looks[i - lookColumns]!)
      const x = (column + 0.5) / lookColumns
      const y = (row + 0.5) / lookRows
      const away =
        Math.min(Math.abs(x - 1 / 3), Math.abs(x - 2 / 3)) +
        Math.min(Math.abs(y - 1 / 3), Math.abs(y - 2 / 3))
      total += energy
      if (away < 0.2) near += energy
    }
  }
  return total > 0 ? near / total : 0
}

/**
 * Candidate times for thumbnails: sharp, colorful, well exposed frames around highlights and over the whole
 * video, as different from each other as possible. Rendering them at full size is done elsewhere.
 */
export function recommendThumbnails(
  { signals, shots }: RideFacts,
  highlights: readonly Highlight[],
): ThumbnailRecommendation[] {
  const { picture, pictureHz } = signals
  const length = picture.luma.length
  const sharp = { low: quantile(picture.sharpness, 0.1), high: quantile(picture.sharpness, 0.9) }
  const nearCut = (time: number) =>
    shots.some(({ start, end }) => (start > 0 && Math.abs(time - start) < 0.3) || Math.abs(time - end) < 0.3)

  const rate = (frame: number): Candidate | null => {
    const time = frame / pictureHz
    const luma = picture.luma[frame]!
    if (luma < exposure.darkest || luma > exposure.brightest || nearCut(time)) return null
    const sharpness = clamp(
      (picture.sharpness[frame]! - sharp.low) / Math.max(1, sharp.high - sharp.low),
      0,
      1,
    )
    const color = clamp(picture.colorfulness[frame]! / 70, 0, 1)
    const contrast = clamp(picture.lumaSd[frame]! / 60, 0, 1) * (1 - Math.abs(luma - 120) / 140)
    const layout = clamp(thirds(picture.looks, frame) * 2, 0, 1)
    const highlight = highlights.find(({ start, end }) => time >= start && time <= end)
    const score =
      0.35 * sharpness +
      0.2 * color +
      0.15 * contrast +
      0.1 * layout +
      0.2 * (highlight ? highlight.strength : 0)
    const merits = [
      { name: advice.sharp, value: sharpness },
      { name: advice.colorful, value: color },
      { name: advice.contrast, value: contrast },
      { name: advice.composed, value: layout },
    ].toSorted((a, b) => b.value - a.value)
    const best = advice.merits({ first: merits[0]!.name, second: merits[1]!.name })
    const reason = highlight
      ? advice.coverAt({ name: kindOf(highlight), time, merits: best })
      : advice.frameAt({ time, merits: best })
    return { frame, score, reason }
  }

  const everywhere = Array.from({ length }, (_, frame) => frame).filter(frame => {
    const time = frame / pictureHz
    return (
      frame % pictureHz === 0 ||
      highlights.some(({ evidence }) => evidence[0] && Math.abs(time - evidence[0].core) <= 0.5)
    )
  })
  const rated = everywhere
    .flatMap(frame => rate(frame) ?? [])
    .sort((a, b) => b.score - a.score || a.frame - b.frame)
  const chosen: Candidate[] = []
  for (const candidate of rated) {
    if (chosen.length === wanted) break
    const alike = chosen.some(
      other =>
        Math.abs(other.frame - candidate.frame) < apart * pictureHz ||
        lookDistance(picture.looks, other.frame, candidate.frame) < same,
    )
    if (!alike) chosen.push(candidate)
  }
  // A video with a single look still gets three pictures to choose from.
  for (const candidate of rated) {
    if (chosen.length >= 3) break
    if (!chosen.some(other => Math.abs(other.frame - candidate.frame) < apart * pictureHz))
      chosen.push(candidate)
  }
  return chosen.map(({ frame, score, reason }) => ({
    timestamp: round(frame / pictureHz, 3),
    reason,
    score: round(clamp(score, 0, 1), 3),
  }))
}
