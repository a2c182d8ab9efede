import { type ReactNode, useMemo, useState } from 'react'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/enhanced-dashboard.ts'
import { RowTimeline } from '../../entities/highlight/row-timeline.tsx'
import { viralColor } from '../../entities/highlight/rules.ts'
import type { Clip } from '../../entities/highlight/timeline/clips.ts'
import { LazyPlayer } from '../../entities/player/lazy-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { clipsOf } from '../../entities/video/rules.ts'
import { StatusBadge } from '../../entities/video/status-badge.tsx'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { PlatformGrid } from '../../features/publishing/platform-grid.tsx'
import { formatPercent } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Play } from '../../ui/icons/play.tsx'
import { aiResults, compilationOf } from './rules.ts'

const { previews } = texts

/** One video of the library. */
export function PreviewEntry({ video, onEdit }: { video: Video; onEdit: () => void }) {
  const clips = useMemo(() => clipsOf(video), [video])
  const analyzed = video.aiProcessingStatus === 'completed' && clips.length > 0
  return (
    <article className="overflow-hidden rounded-xl border border-line bg-surface">
      <Picture video={video} />
      <div className="space-y-5 p-4 sm:p-5">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h3 className="line-clamp-2 font-semibold leading-snug">{video.title}</h3>
            <div className="mt-1.5">
              <StatusBadge status={video.status} />
            </div>
          </div>
          <Button
            variant="outline"
            size="sm"
            aria-label={`${previews.edit}: ${video.title}`}
            onClick={onEdit}
          >
            {previews.edit}
          </Button>
        </div>
        {analyzed && (
          <>
            {video.duration > 0 && <RowTimeline video={video} clips={clips} />}
            <AiResults clips={clips} score={video.aiViralPotentialScore} />
            <Compilation clips={clips} />
          </>
        )}
        <PlatformGrid video={video} />
      </div>
    </article>
  )
}

/** The player loads on the first press: a screen full of players would load a screen full of streams. */
function Picture({ video }: { video: Video }) {
  const playback = usePlayback()
  const [wanted, setWanted] = useState(false)
  const { cfStreamId } = video
  if (cfStreamId && video.cfReadyToStream)
    return wanted ? (
      <LazyPlayer
        autoPlay
        streamId={cfStreamId}
        title={video.title}
        duration={video.duration}
        playback={playback}
      />
    ) : (
      <button
        type="button"
        aria-label={`${previews.play}: ${video.title}`}
        onClick={() => setWanted(true)}
        className="group relative block w-full -outline-offset-2"
      >
        <Thumbnail video={video} className="w-full rounded-none" />
        <span className="absolute inset-0 grid place-items-center">
          <span className="grid size-16 place-items-center rounded-full bg-night/70 text-snow transition-colors group-hover:bg-night/90">
            <Play aria-hidden="true" className="ml-1 size-7 fill-current" />
          </span>
        </span>
      </button>
    )
  const sent = video.status !== 'uploading'
  return (
    <div className="relative">
      <Thumbnail video={{ ...video, duration: 0 }} className="w-full rounded-none" placeholder={false} />
      <div className="absolute inset-0 grid place-items-center bg-night/65 p-4 text-center text-snow">
        <div>
          <p className="font-semibold">{sent ? previews.processing : previews.awaiting}</p>
          {sent && video.cfProcessingStatus && (
            <p className="mt-0.5 text-sm text-snow/85">{previews.stream[video.cfProcessingStatus]}</p>
          )}
        </div>
      </div>
    </div>
  )
}

function AiResults({ clips, score }: { clips: readonly Clip[]; score: number | null }) {
  const found = aiResults(clips)
  return (
    <fieldset aria-label={previews.aiResults} className="min-w-0">
      <h4 className="mb-2 font-semibold text-sm">{previews.aiResults}</h4>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 sm:grid-cols-4">
        <Figure name={previews.highlights}>{found.highlights}</Figure>
        <Figure name={previews.viral}>
          {score === null ? '–' : <span className={viralColor(score)}>{formatPercent(score)}</span>}
        </Figure>
        <Figure name={previews.action}>{found.action}</Figure>
        <Figure name={previews.scenic}>{found.scenic}</Figure>
      </dl>
    </fieldset>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-col-reverse justify-end">
    <dt className="text-muted text-xs">{name}</dt>
    <dd className="figure text-[1.625rem] leading-tight">{children}</dd>
  </div>
)

function Compilation({ clips }: { clips: readonly Clip[] }) {
  const { worthy, action, scenic, premium } = compilationOf(clips)
  return (
    <fieldset aria-label={previews.compilation} className="min-w-0">
      <h4 className="mb-1.5 font-semibold text-sm">{previews.compilation}</h4>
      <p className="text-sm">
        {previews.worthy({ count: worthy })}
        {worthy > 0 && <span className="text-muted"> · {previews.split({ action, scenic })}</span>}
      </p>
      {(premium > 0 || action > 0) && (
        <div className="mt-2 flex flex-wrap gap-2">
          {premium > 0 && <Badge tone="green">{previews.premium({ count: premium })}</Badge>}
          {action > 0 && <Badge tone="blue">{previews.shorts({ count: action })}</Badge>}
        </div>
      )}
    </fieldset>
  )
}
