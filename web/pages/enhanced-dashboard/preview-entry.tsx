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
import { cx } from '../../lib/cx.ts'
import { formatPercent } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Play } from '../../ui/icons/play.tsx'
import { aiResults, compilationOf } from './rules.ts'

const { previews } = texts

/** One video of the library: small until it plays. */
export function PreviewEntry({ video, onEdit }: { video: Video; onEdit: () => void }) {
  const clips = useMemo(() => clipsOf(video), [video])
  const [playing, setPlaying] = useState(false)
  const analyzed = video.aiProcessingStatus === 'completed' && clips.length > 0
  const waits = waitsFor(video)
  return (
    <article className="space-y-3.5 rounded-xl border border-line bg-surface p-3.5 sm:p-4">
      <div
        className={cx(
          'grid gap-x-4 gap-y-3',
          playing ? 'grid-cols-1' : 'grid-cols-[8.5rem_minmax(0,1fr)] sm:grid-cols-[13rem_minmax(0,1fr)]',
        )}
      >
        <Picture video={video} playing={playing} onPlay={() => setPlaying(true)} />
        <div className="flex min-w-0 flex-col items-start gap-1.5">
          <h3 className="line-clamp-2 break-words font-semibold leading-snug">{video.title}</h3>
          <StatusBadge status={video.status} />
          {waits && <p className="text-muted text-sm">{waits}</p>}
          <Button
            variant="outline"
            size="sm"
            className="mt-auto"
            aria-label={`${previews.edit}: ${video.title}`}
            onClick={onEdit}
          >
            {previews.edit}
          </Button>
        </div>
      </div>
      {analyzed && (
        <>
          {video.duration > 0 && <RowTimeline video={video} clips={clips} />}
          <AiResults clips={clips} score={video.aiViralPotentialScore} />
          <Compilation clips={clips} />
        </>
      )}
      <PlatformGrid video={video} />
    </article>
  )
}

const isPlayable = (video: Video): boolean => video.cfStreamId !== null && video.cfReadyToStream

/** What a video waits for that can't be played yet. */
function waitsFor(video: Video): string | null {
  if (isPlayable(video)) return null
  if (video.status === 'uploading') return previews.awaiting
  const { cfProcessingStatus: stream } = video
  return [previews.processing, stream && previews.stream[stream]].filter(Boolean).join(' ')
}

/** The player loads on the first press: a screen full of players would load a screen full of streams. */
function Picture({ video, playing, onPlay }: { video: Video; playing: boolean; onPlay: () => void }) {
  const playback = usePlayback()
  const { cfStreamId } = video
  if (!cfStreamId || !isPlayable(video))
    return <Thumbnail video={{ ...video, duration: 0 }} className="w-full self-start" />
  return playing ? (
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
      onClick={onPlay}
      className="group relative block w-full self-start rounded-md"
    >
      <Thumbnail video={video} className="w-full" />
      <span className="absolute inset-0 grid place-items-center">
        <span className="grid size-11 place-items-center rounded-full bg-night/70 text-snow transition-colors group-hover:bg-night/90">
          <Play aria-hidden="true" className="ml-0.5 size-5 fill-current" />
        </span>
      </span>
    </button>
  )
}

function AiResults({ clips, score }: { clips: readonly Clip[]; score: number | null }) {
  const found = aiResults(clips)
  return (
    <fieldset aria-label={previews.aiResults} className="min-w-0">
      <dl className="grid grid-cols-4 gap-x-2">
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
    <dd className="figure text-[1.5rem] leading-tight">{children}</dd>
  </div>
)

function Compilation({ clips }: { clips: readonly Clip[] }) {
  const { worthy, action, scenic, premium } = compilationOf(clips)
  return (
    <fieldset
      aria-label={previews.compilation}
      className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 text-sm"
    >
      <p>
        <span className="font-semibold">{previews.compilation}</span> {previews.worthy({ count: worthy })}
        {worthy > 0 && <span className="text-muted"> · {previews.split({ action, scenic })}</span>}
      </p>
      {premium > 0 && <Badge tone="green">{previews.premium({ count: premium })}</Badge>}
      {action > 0 && <Badge tone="blue">{previews.shorts({ count: action })}</Badge>}
    </fieldset>
  )
}
