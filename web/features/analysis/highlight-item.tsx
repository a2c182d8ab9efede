import { useState } from 'react'
import type { Evidence, Highlight } from '#contract/analysis.ts'
import { ClipPreview } from '../../entities/clip/clip-preview.tsx'
import { texts as clipTexts } from '../../entities/clip/texts.ts'
import { points } from '../../entities/highlight/timeline/clips.ts'
import { cx } from '../../lib/cx.ts'
import { formatClock } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ShareVideo } from '../sharing/share-video.tsx'
import { texts } from './texts.ts'

const factsShown = 3

/** The evidence, a line each, with its source. */
function Facts({ facts }: { facts: readonly Evidence[] }) {
  return (
    <ul className="space-y-1">
      {facts.map(fact => (
        <li
          key={`${fact.type}-${fact.source}-${fact.core}`}
          className="flex items-baseline justify-between gap-3"
        >
          <span className="text-pretty">{fact.text}</span>
          <span className="shrink-0 text-muted text-xs">{texts.sources[fact.source]}</span>
        </li>
      ))}
    </ul>
  )
}

/** One highlight: what happened, the evidence, and the clip that would be cut from it. */
export function HighlightItem({
  videoId,
  highlight,
  index,
  current,
  onPlay,
}: {
  videoId: string
  highlight: Highlight
  /** in the list of the newest analysis */
  index: number
  current: boolean
  onPlay: () => void
}) {
  const [previewing, setPreviewing] = useState(false)
  const action = highlight.clipType === 'action'
  return (
    <li
      className={cx(
        'rounded-lg border bg-surface transition-colors',
        current ? 'border-accent' : 'border-line hover:border-line-strong',
      )}
    >
      <button
        type="button"
        onClick={onPlay}
        className="flex w-full gap-3 rounded-lg px-3 pt-3 pb-2 text-left"
      >
        <span className={cx('w-15 shrink-0 text-center', action ? 'text-accent' : 'text-pine')}>
          <span className="figure block text-[2rem] leading-[1.05]">
            {points(highlight.score)}
            <span className="text-[1.1rem]">%</span>
          </span>
          <span className="block text-[0.6875rem] text-muted leading-tight">{texts.excitement}</span>
        </span>
        <span className="min-w-0 flex-1 pt-0.5">
          <span className="block font-semibold leading-snug">{highlight.description}</span>
          <span className="numeric mt-0.5 block text-muted text-sm">
            {formatClock(highlight.start)}-{formatClock(highlight.end)}
            <span className="px-1.5">·</span>
            {action ? texts.kinds.action : texts.kinds.scenic}
          </span>
        </span>
      </button>
      {highlight.evidence.length > 0 && (
        <div className="mr-4 mb-3 ml-21 space-y-1 text-sm">
          <Facts facts={highlight.evidence.slice(0, factsShown)} />
          {highlight.evidence.length > factsShown && (
            <details>
              <summary className="w-fit cursor-pointer text-muted hover:text-ink">
                {texts.moreFacts(highlight.evidence.length - factsShown)}
              </summary>
              <div className="mt-1">
                <Facts facts={highlight.evidence.slice(factsShown)} />
              </div>
            </details>
          )}
        </div>
      )}
      <div className="mr-4 mb-3.5 ml-21">
        <Button
          variant="outline"
          size="sm"
          aria-expanded={previewing}
          aria-label={`${previewing ? clipTexts.close : clipTexts.preview}: ${highlight.description}`}
          onClick={() => setPreviewing(!previewing)}
        >
          {previewing ? clipTexts.close : clipTexts.preview}
        </Button>
      </div>
      {previewing && (
        <div className="border-line border-t p-4">
          <ClipPreview
            videoId={videoId}
            kind="highlight"
            index={index}
            spot={`${highlight.start}-${highlight.end}`}
            name={highlight.description}
            more={clip => <ShareVideo videoId={videoId} clipId={clip.id} />}
          />
        </div>
      )}
    </li>
  )
}
