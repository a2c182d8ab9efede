import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/enhanced-dashboard.ts'
import { viralColor } from '../../entities/highlight/rules.ts'
import { StatusBadge } from '../../entities/video/status-badge.tsx'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { useUpload } from '../../features/upload/transfer/current-upload.ts'
import { cx } from '../../lib/cx.ts'
import { formatDate, formatPercent } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Progress } from '../../ui/progress.tsx'
import { aiStateLabel, trackingProgress } from './rules.ts'
import { VideoCollection } from './video-collection.tsx'

/** The progress of each video. */
export const TrackingTab = ({ videos }: { videos: UseQueryResult<Video[]> }) => (
  <VideoCollection videos={videos} className="grid grid-cols-1 gap-3">
    {video => <TrackingRow video={video} />}
  </VideoCollection>
)

/** The bar of an upload in this tab follows its bytes; the record only says that it is running. */
function useProgress(video: Video): number {
  const upload = useUpload()
  if (upload.phase === 'uploading' && upload.job.begun.videoId === video.id)
    return Math.round((upload.sent / upload.total) * 100)
  if (upload.phase === 'processing' && upload.job.begun.videoId === video.id && !video.cfReadyToStream)
    return Math.max(upload.progress, trackingProgress(video))
  return trackingProgress(video)
}

function TrackingRow({ video }: { video: Video }) {
  const progress = useProgress(video)
  const score = video.aiViralPotentialScore
  return (
    <article className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-4 rounded-xl border border-line bg-surface p-4 sm:grid-cols-[11rem_minmax(0,1fr)] sm:p-5">
      <Thumbnail video={video} className="w-full self-start sm:row-span-2" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
          <h3 className="line-clamp-2 min-w-0 font-semibold leading-snug">{video.title}</h3>
          <StatusBadge status={video.status} />
        </div>
        {video.description && <p className="mt-1 line-clamp-2 text-muted text-sm">{video.description}</p>}
      </div>
      <div className="col-span-full min-w-0 sm:col-span-1">
        <div className="flex items-center gap-3">
          <Progress value={progress} label={`${texts.tracking.progress}: ${video.title}`} />
          <span className="figure w-12 shrink-0 text-right text-lg leading-none">{progress}%</span>
        </div>
        <dl className="mt-3 grid grid-cols-3 gap-3 text-sm">
          <Fact name={texts.tracking.uploaded}>{formatDate(video.createdAt)}</Fact>
          <Fact name={texts.tracking.ai}>{aiStateLabel(video.aiProcessingStatus)}</Fact>
          <Fact name={texts.tracking.viral}>
            {score === null ? (
              texts.tracking.noScore
            ) : (
              <span className={cx('font-bold', viralColor(score))}>{formatPercent(score)}</span>
            )}
          </Fact>
        </dl>
        {video.aiProcessingError && (
          <div className="mt-3">
            <Alert tone="danger" title={texts.tracking.error}>
              {video.aiProcessingError}
            </Alert>
          </div>
        )}
      </div>
    </article>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted text-xs">{name}</dt>
    <dd className="numeric mt-0.5 font-medium">{children}</dd>
  </div>
)
