import type { CompiledHighlights, Evidence, Highlight } from '../analysis.ts'
import { mostPieces, type ReelTarget, shortestPiece } from './limits.ts'
import type { MusicBeats } from './music.ts'
import type { ReelPiece, ReelPlan } from './schemas.ts'
import { lengthOf, peaksOf, timelineOf } from './timeline.ts'

type Moment = Pick<Highlight, 'start' | 'end'> & {
  evidence: readonly Pick<Evidence, 'core' | 'type' | 'start' | 'end'>[]
}

/** What of an analysis a reel is composed from. */
interface Composable {
  highlights: readonly (Moment & Pick<Highlight, 'score'>)[]
  compilations: readonly Pick<CompiledHighlights, 'totalDuration' | 'clips'>[]
}

export const emptyPlan: ReelPlan = {
  title: '',
  target: 15,
  shape: 'upright',
  music: 'ridge',
  onBeat: true,
  slowMotion: true,
  gauges: 'none',
  pieces: [],
}

/** How much of a highlight goes into a reel at first, seconds, and where it lies: most of it before its middle. */
const firstLength = 4

const tenth = (seconds: number) => Math.round(seconds * 10) / 10

/** The best seconds of a highlight, as a piece. */
export function pieceOf({ start, end, evidence }: Moment): ReelPiece {
  const length = Math.min(firstLength, end - start)
  const middle = evidence[0]?.core ?? (start + end) / 2
  const from = Math.min(Math.max(start, middle - length * 0.6), end - length)
  return { start: tenth(from), end: tenth(from + length), crop: null }
}

/** The same plan, its longest pieces shortened until it is no longer than its target. @param own beats of own music */
export function fitted(
  plan: ReelPlan,
  peaks: readonly number[],
  duration: number,
  own: MusicBeats | null = null,
): ReelPlan {
  let pieces = plan.pieces
  const over = () => lengthOf(timelineOf({ ...plan, pieces }, peaks, duration, own)) > plan.target + 1e-6
  while (pieces.length > 0 && over()) {
    const lengths = pieces.map(({ start, end }) => end - start)
    const longest = lengths.indexOf(Math.max(...lengths))
    pieces =
      (lengths[longest] as number) > shortestPiece + 0.6
        ? pieces.map((piece, i) => (i === longest ? { ...piece, end: tenth(piece.end - 0.2) } : piece))
        : pieces.slice(0, -1)
  }
  return { ...plan, pieces }
}

/** The strongest highlights that fill so many seconds, in the order of the ride. */
function strongest(highlights: Composable['highlights'], seconds: number): ReelPiece[] {
  const pieces: ReelPiece[] = []
  let room = seconds
  for (const highlight of highlights.toSorted((a, b) => b.score - a.score).slice(0, mostPieces)) {
    if (room < shortestPiece) break
    const piece = pieceOf(highlight)
    pieces.push(piece)
    room -= piece.end - piece.start
  }
  return pieces.sort((a, b) => a.start - b.start)
}

/** The best of a ride in so many seconds: the analysis's own reel of that length, else its strongest highlights. */
export function bestPlan(found: Composable, target: ReelTarget, duration: number): ReelPlan {
  const reel = found.compilations
    .filter(({ totalDuration }) => totalDuration <= target + 1)
    .sort((a, b) => b.totalDuration - a.totalDuration)[0]
  const pieces = reel
    ? reel.clips.map(({ start, end }) => ({ start: tenth(start), end: tenth(end), crop: null }))
    : strongest(found.highlights, target)
  return fitted(
    { ...emptyPlan, target, pieces: pieces.filter(p => p.end - p.start >= shortestPiece) },
    peaksOf(found.highlights),
    duration,
  )
}
