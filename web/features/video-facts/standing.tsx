import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { texts as videoTexts } from '#texts/entities/video.ts'
import { texts } from '#texts/features/video-facts.ts'
import { StatusBadge } from '../../entities/video/status-badge.tsx'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatLength, formatMoment } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Rejected } from '../review/send-again.tsx'

/**
 * The status of a video, what it means, and the reason after a failure or a rejection. @param own whether it is the
 * viewer's own video, which they can send again
 */
export const Standing = ({ video, own = true }: { video: Video; own?: boolean }) => (
  <div>
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <StatusBadge status={video.status} />
      <p>
        {(video.status === 'processing' && video.processingError) || videoTexts.explanations[video.status]}
      </p>
    </div>
    {video.status === 'failed' && video.processingError && (
      <div className="mt-3">
        <Refused video={video} own={own} />
      </div>
    )}
    {video.status !== 'failed' && video.damage && (
      <div className="mt-3">
        <Damaged damage={video.damage} />
      </div>
    )}
    {video.status === 'rejected' && (
      <div className="mt-3">
        <Rejected video={video} own={own} />
      </div>
    )}
  </div>
)

/**
 * Why a video can't be used, and for its rider, while its file is kept, a button to process it anyway. @param own
 * whether it is the viewer's own video
 */
export function Refused({
  video,
  own,
}: {
  video: Pick<Video, 'id' | 'processingError' | 'keptUntil' | 'damage'>
  own: boolean
}) {
  const trying = useAction({
    mutationFn: () => call('tryAnyway', { params: { id: video.id } }),
    done: texts.anyway.done,
    failed: { title: texts.anyway.failed, otherwise: texts.anyway.noConnection },
    refresh: [api.myVideos, api.myVideosDetailed, api.video(video.id)],
  })
  const kept = own ? video.keptUntil : null
  return (
    <Alert
      tone="danger"
      title={video.processingError ?? ''}
      action={
        kept && (
          <Button variant="outline" size="sm" busy={trying.isPending} onClick={() => trying.mutate()}>
            {video.damage ? texts.anyway.keep : texts.anyway.button}
          </Button>
        )
      }
    >
      {kept && (
        <p>{(video.damage ? texts.anyway.keepWhat : texts.anyway.what)({ until: formatMoment(kept) })}</p>
      )}
    </Alert>
  )
}

/** How much of a damaged file there is, for its rider and for reviewers; nothing for a whole one. */
export const Damaged = ({ damage }: Pick<Video, 'damage'>) =>
  damage && (
    <Alert
      tone="warning"
      title={texts.damaged({
        readable: formatLength(damage.readableSeconds),
        promised: formatLength(damage.promisedSeconds),
      })}
    />
  )
