import { texts } from '#texts/features/analysis.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { formatClock } from '../../lib/format.ts'

/** A button that seeks to a moment. */
export const TimeButton = ({ seconds, playback }: { seconds: number; playback: Playback }) => (
  <button
    type="button"
    aria-label={texts.goTo({ clock: formatClock(seconds) })}
    onClick={() => playback.seek(seconds)}
    className="numeric h-6 w-12 shrink-0 rounded-sm bg-ink/7 text-center font-semibold text-xs hover:bg-ink/12"
  >
    {formatClock(seconds)}
  </button>
)
