import type { ExcitementCurve } from '#contract/analysis.ts'
import { sentences as advice } from '#sentences/advice.ts'
import { fromStored } from '#server/core/sentences.ts'
import { mean, median, pick, quantile, round, runs } from '../math.ts'
import type { AnalysisInput, EditingSuggestion, Highlight, RideFacts } from '../types.ts'

const dull = { level: 0.2, seconds: 8 }
const slowMotion = { airtime: 0.6, fps: 50 }
/** Share of energy below 160 Hz over the moving part above which wind covers everything else. */
const windy = 0.85
const dark = 55
const pale = 12
const shaky = 0.35
const most = 12

function dullStretches(curve: ExcitementCurve): EditingSuggestion[] {
  return runs(curve.values.length, i => curve.values[i]! < dull.level, 4, dull.seconds / curve.stepSeconds)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, 4)
    .map(({ from, to }) => {
      const seconds = (to - from) * curve.stepSeconds
      const edge = from === 0 || to >= curve.values.length
      return {
        type: edge ? 'trim' : 'speed_up',
        timestamp: round(from * curve.stepSeconds, 2),
        description: (edge ? advice.cutDull : advice.hurryDull)({ seconds }),
      }
    })
}

function slowMotions(highlights: readonly Highlight[], fps: number): EditingSuggestion[] {
  return highlights.flatMap(({ evidence }) => {
    const jump = evidence.find(({ type }) => type === 'jump')
    if (!jump || jump.value < slowMotion.airtime) return []
    if (fps < slowMotion.fps) return []
    return {
      type: 'slow_motion',
      timestamp: jump.start,
      description: advice.slowMotion({ seconds: jump.value, fps }),
    }
  })
}

function picture({ signals, state }: RideFacts): EditingSuggestion[] {
  const found: EditingSuggestion[] = []
  const { luma, colorfulness, flowX, flowY } = signals.picture
  if (median(luma) < dark)
    found.push({
      type: 'exposure',
      timestamp: 0,
      description: advice.brighten({ level: round(median(luma), 1) }),
    })
  if (median(colorfulness) < pale)
    found.push({
      type: 'color',
      timestamp: 0,
      description: advice.saturate({ level: round(median(colorfulness), 1) }),
    })
  // Shake is motion that reverses from frame to frame, not continuous motion.
  const shake = flowX.map((x, i) => (i > 0 ? Math.hypot(x - flowX[i - 1]!, flowY[i]! - flowY[i - 1]!) : 0))
  const level = quantile(shake, 0.75)
  if (level > shaky && mean(state.moving) > 0.3)
    found.push({
      type: 'stabilize',
      timestamp: 0,
      description: advice.stabilize({ level: round(level, 3) }),
    })
  return found
}

function wind({ signals, state }: RideFacts): EditingSuggestion[] {
  const { sound } = signals
  if (!sound) return []
  const share = median(pick(sound.low, i => state.moving[Math.floor((i / sound.hz) * state.hz)] === 1))
  if (!(share > windy)) return []
  return [
    {
      type: 'wind_noise',
      timestamp: 0,
      description: advice.cutWind({ share: round(share, 3) }),
    },
  ]
}

function captions(highlights: readonly Highlight[]): EditingSuggestion[] {
  return highlights
    .filter(({ evidence }) => evidence.some(({ source }) => source === 'imu' || source === 'gps'))
    .toSorted((a, b) => b.strength - a.strength)
    .slice(0, 3)
    .map(({ start, evidence }) => {
      const { text } = evidence.find(({ source }) => source === 'imu' || source === 'gps')!
      return { type: 'caption', timestamp: start, description: advice.caption({ fact: fromStored(text) }) }
    })
}

/** Suggested edits, each with the measurement it is based on, in time order. */
export function suggestEdits(
  facts: RideFacts,
  highlights: readonly Highlight[],
  curve: ExcitementCurve,
  input: AnalysisInput,
): EditingSuggestion[] {
  return [
    ...slowMotions(highlights, input.fps),
    ...captions(highlights),
    ...dullStretches(curve),
    ...picture(facts),
    ...wind(facts),
  ]
    .slice(0, most)
    .sort((a, b) => a.timestamp - b.timestamp)
}
