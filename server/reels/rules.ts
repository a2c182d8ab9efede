import type { Evidence, Highlight } from '#contract/analysis.ts'
import type { ClipFormat } from '#contract/clips.ts'
import { mostReels, type ReelShape } from '#contract/reels/limits.ts'
import type { MusicBeats } from '#contract/reels/music.ts'
import { startOfMusic } from '#contract/reels/music-limits.ts'
import type { ReelPlan, ReelVerdict } from '#contract/reels/schemas.ts'
import { focusOf, lengthOf, peaksOf, timelineOf } from '#contract/reels/timeline.ts'
import { sentences } from '#sentences/reels.ts'
import type { Sentence } from '#server/core/sentences.ts'

export const formatOf: Record<ReelShape, ClipFormat> = { upright: 'vertical', square: 'square', wide: 'wide' }

/** Why a plan can't be saved for a video of this length; null when it can. */
export function refusalOfPlan(plan: ReelPlan, durationSeconds: number): Sentence | null {
  const beyond = plan.pieces.findIndex(piece => piece.end > durationSeconds + 0.05)
  return beyond < 0 ? null : sentences.beyondEnd({ piece: beyond + 1 })
}

export const refusalOfAnother = (reels: number): Sentence | null =>
  reels < mostReels ? null : sentences.enough({ most: mostReels })

/** A cut on the beat may make a reel this much longer than its target, seconds: one beat of the slowest music. */
const leeway = 0.7

/**
 * What is rendered for a plan.
 * @param highlights of the newest analysis: they determine where crops look and where jumps peak
 * @param own the plan's own music, if it has some
 */
export function recipeOf(
  plan: ReelPlan,
  highlights: readonly (Pick<Highlight, 'start' | 'end' | 'focus'> & {
    evidence: readonly Pick<Evidence, 'type' | 'start' | 'end'>[]
  })[],
  durationSeconds: number,
  own: { id: string; seconds: number; beats: MusicBeats | null } | null,
) {
  const timeline = timelineOf(plan, peaksOf(highlights), durationSeconds, own?.beats)
  const bed = typeof plan.music === 'string' ? plan.music : null
  const pieces = timeline.pieces.map((piece, i) => {
    const crop = plan.pieces[i]?.crop ?? null
    const focus = crop === null ? focusOf(highlights, piece) : [{ time: piece.start, x: crop }]
    return { ...piece, focus }
  })
  return {
    seconds: lengthOf(timeline),
    recipe: {
      title: plan.title ? { text: plan.title, frames: timeline.titleFrames } : null,
      music: own ? partOf(own, startOfMusic(plan.music)) : bed,
      pieces,
    },
  }
}

/** The part of own music that a reel plays, from a second on. */
const partOf = ({ id, seconds }: { id: string; seconds: number }, from: number) => ({
  ...{ file: id, seconds: seconds - from, from },
})

/** Why a plan can't be rendered; null when it can. @param seconds the total playing time of its pieces */
export const refusalOfLength = (plan: ReelPlan, seconds: number): Sentence | null =>
  seconds <= plan.target + leeway ? null : sentences.tooLong({ seconds, target: plan.target })

/** Staff's verdict on a reel's current rendering; verdicts on earlier ones don't count. */
export function verdictOf(reel: {
  clip_id: string | null
  sent_clip: string | null
  decision: 'approved' | 'rejected' | null
  decided_clip: string | null
}): ReelVerdict {
  if (reel.clip_id === null) return 'none'
  if (reel.decided_clip === reel.clip_id && reel.decision) return reel.decision
  return reel.sent_clip === reel.clip_id ? 'waiting' : 'none'
}
