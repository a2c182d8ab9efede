import { useState } from 'react'
import type { EarningsSeries } from '#contract/money/earnings.ts'
import { formatMoney, formatViews } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { texts } from './texts.ts'

const { byVideo: words } = texts
const shownAtFirst = 6

/** What each video earned, highest first, as a list with bars. */
export function VideoChart({ videos }: { videos: EarningsSeries['videos'] }) {
  const [all, setAll] = useState(false)
  const shown = all ? videos : videos.slice(0, shownAtFirst)
  const most = Math.max(0.01, ...videos.map(video => video.earnings))
  return (
    <Section id="earnings-by-video" title={words.title}>
      <ul className="space-y-3.5">
        {shown.map(video => (
          <li key={video.videoId}>
            <div className="flex items-baseline justify-between gap-4">
              <span className="line-clamp-1 min-w-0 break-all font-medium">
                {video.title ?? words.deleted}
              </span>
              <span className="numeric shrink-0 font-semibold">{formatMoney(video.earnings)}</span>
            </div>
            <div className="mt-1 flex items-center gap-3">
              <div aria-hidden="true" className="h-2.5 flex-1 overflow-hidden rounded-sm bg-ink/7">
                <div
                  className="h-full rounded-sm bg-pine"
                  style={{ width: `${Math.max(0, (video.earnings / most) * 100)}%` }}
                />
              </div>
              <span className="numeric w-26 shrink-0 text-right text-muted text-sm">
                {formatViews(video.views)}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < videos.length && (
        <Button variant="quiet" size="sm" className="mt-4" onClick={() => setAll(true)}>
          {words.more(videos.length)}
        </Button>
      )}
    </Section>
  )
}
