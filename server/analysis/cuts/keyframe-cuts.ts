import { median } from '../math.ts'
import type { Signals } from '../types.ts'
import { lookDistance } from './look.ts'

/**
 * With keyframes only, pictures are seconds apart, so each differs from the last and blocks never match. What
 * remains are changes of look and color far beyond those of the surrounding keyframes.
 */
const rules = { look: 0.08, colors: 0.22, ratio: 3, around: 6, backSeconds: 4, backShare: 0.5 }

/** Frames at which a new shot starts, as far as keyframes show it. */
export function keyframeCuts({ picture, pictureHz }: Signals): number[] {
  const { looks, histogramDistance: colors } = picture
  const length = colors.length
  const changed: { frame: number; look: number }[] = []
  for (let i = 1; i < length; i++) {
    const look = lookDistance(looks, i - 1, i)
    if (look > 0 || colors[i]! > 0) changed.push({ frame: i, look })
  }
  return changed.flatMap(({ frame, look }, k) => {
    const around = [
      ...changed.slice(Math.max(0, k - rules.around), k),
      ...changed.slice(k + 1, k + 1 + rules.around),
    ]
    const usual = median(around.map(other => other.look)) || 0
    if (look < Math.max(rules.look, rules.ratio * usual) || colors[frame]! < rules.colors) return []
    const until = Math.min(length - 1, frame + Math.round(rules.backSeconds * pictureHz))
    for (let i = frame + 1; i <= until; i++)
      if (lookDistance(looks, frame - 1, i) < rules.backShare * look) return []
    for (let i = Math.max(0, frame - 1 - Math.round(rules.backSeconds * pictureHz)); i < frame - 1; i++)
      if (lookDistance(looks, i, frame) < rules.backShare * look) return []
    return [frame]
  })
}
