import type { Video } from '#contract/videos.ts'
import { LazyPlayer } from '../../entities/player/lazy-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { StatusBadge } from '../../entities/video/status-badge.tsx'
import { texts as videoTexts } from '../../entities/video/texts.ts'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { PlatformGrid } from '../../features/publishing/platform-grid.tsx'
import { Rejected } from '../../features/review/send-again.tsx'
import { formatClock, formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { texts } from './texts.ts'

/** All about one video of the creator's own: the picture, the facts, what its status means, what it earned. */
export default function DetailsDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const playback = usePlayback()
  const { details } = texts
  const facts = [
    [details.duration, durationOf(video)],
    [details.uploaded, formatDate(video.createdAt)],
    [details.category, videoTexts.categories[video.category]],
    ...(video.publishedAt ? [[details.published, formatDate(video.publishedAt)]] : []),
  ] as const
  return (
    <Dialog open onClose={onClose} title={video.title}>
      <div className="space-y-6">
        {video.cfStreamId && video.cfReadyToStream ? (
          <LazyPlayer
            streamId={video.cfStreamId}
            title={video.title}
            duration={video.duration}
            playback={playback}
          />
        ) : (
          <Thumbnail video={video} className="w-full rounded-lg" />
        )}
        <div>
          <StatusBadge status={video.status} />
          <p className="mt-2">
            {(video.status === 'processing' && video.processingError) ||
              videoTexts.explanations[video.status]}
          </p>
          {video.status === 'failed' && video.processingError && (
            <div className="mt-3">
              <Alert tone="danger" title={video.processingError} />
            </div>
          )}
          {video.status === 'rejected' && (
            <div className="mt-3">
              <Rejected video={video} />
            </div>
          )}
        </div>
        {video.status === 'published' && <RevenueCard video={video} />}
        <PlatformGrid video={video} />
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm sm:grid-cols-4">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="numeric mt-0.5 font-medium">{value}</dd>
            </div>
          ))}
        </dl>
        {video.description && (
          <div className="text-sm">
            <h3 className="text-muted">{details.description}</h3>
            <p className="mt-0.5 whitespace-pre-line">{video.description}</p>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function durationOf(video: Video): string {
  if (video.duration > 0) return formatClock(video.duration)
  return video.status === 'failed' ? texts.details.durationNever : texts.details.durationUnknown
}

const RevenueCard = ({ video }: { video: Video }) => (
  <section aria-labelledby="revenue" className="rounded-lg border border-line bg-surface px-5 py-4">
    <h3 id="revenue" className="heading mb-2 text-[1.25rem]">
      {texts.details.revenue}
    </h3>
    <dl className="grid grid-cols-3 gap-4">
      {[
        [texts.details.earned, formatMoney(video.earnings)],
        [texts.details.views, formatNumber(video.views)],
        [texts.details.share, texts.details.shareValue],
      ].map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="figure text-[1.75rem] leading-tight">{value}</dd>
        </div>
      ))}
    </dl>
  </section>
)
