import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { mayHaveChapters } from '#contract/chapters/names.ts'
import { aiUploadPollMs } from '#contract/constants.ts'
import { videoPage } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/upload.ts'
import { myVideosQuery } from '../../entities/video/my-videos.ts'
import { formatList } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { dialogPart, part } from '../../ui/part/part.tsx'
import AiWorkbench from '../analysis/ai-workbench.tsx'
import { ShareActions } from '../sharing/share-actions.tsx'
import { Refused } from '../video-facts/standing.tsx'
import { UploadQueue } from './queue-list.tsx'
import type { UploadJob, UploadState } from './transfer/upload-state.ts'
import { uploader } from './transfer/uploader.ts'

const Chapters = part(() => import('../chapters/chapters.tsx'))
const EditDialog = dialogPart(() => import('../video-facts/edit-dialog.tsx'))

/** What riders do with a video that has just arrived. */
function NextSteps({ video }: { video: Video }) {
  const [editing, setEditing] = useState(false)
  const { emailVerified } = useUser()
  return (
    <>
      <ShareActions videoId={video.id} title={video.title} />
      {/* Who can't share yet makes something first. */}
      <Link
        href={`${videoPage(video.id)}#reels`}
        className={buttonClass(emailVerified ? 'outline' : 'primary', 'sm')}
      >
        {texts.reel}
      </Link>
      <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
        {texts.edit}
      </Button>
      {editing && (
        <Suspense>
          <EditDialog video={video} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

/** After the upload: the video plays, and the analysis appears below it. */
export default function FinishedUpload({ state }: { state: Extract<UploadState, { phase: 'complete' }> }) {
  const { data: videos } = useQuery(myVideosQuery)
  const recordOf = ({ begun }: UploadJob) => videos?.find(video => video.id === begun.videoId)
  const titleOf = (job: UploadJob) => recordOf(job)?.title ?? job.fields.title
  const record = recordOf(state.job)
  // What is missing of a damaged file shows only after its first part plays.
  const isRefused = record?.status === 'failed'
  const steps = (
    <div className="mt-4 grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap">
      {record && !isRefused && <NextSteps video={record} />}
      <Button variant="outline" size="sm" onClick={() => uploader.reset()}>
        {texts.another}
      </Button>
      <Link href="/" className={buttonClass('quiet', 'sm')}>
        {texts.toDashboard}
      </Link>
    </div>
  )
  return (
    <div className="[--sticky-top:5.25rem]">
      <div className="mb-6">
        <PageTitle title={texts.complete} focused />
        {!isRefused && <p className="mt-1 text-muted">{texts.completeNote({ title: titleOf(state.job) })}</p>}
        {state.earlier.length > 0 && (
          <p className="mt-1 text-muted">
            {texts.alsoComplete({ titles: formatList(state.earlier.map(job => `“${titleOf(job)}”`)) })}
          </p>
        )}
      </div>
      <div className="mb-6 max-w-3xl empty:hidden">
        <UploadQueue />
      </div>
      {isRefused ? (
        <>
          <Refused video={record} own />
          {steps}
        </>
      ) : (
        <AiWorkbench
          video={{
            id: state.job.begun.videoId,
            title: titleOf(state.job),
            duration: record?.duration ?? 0,
            cfStreamId: state.streamId ?? record?.cfStreamId ?? null,
            cfReadyToStream: true,
          }}
          pollMs={aiUploadPollMs}
          expected
        >
          {steps}
          {record && mayHaveChapters(record.fileName) && (
            <div className="mt-4 empty:hidden">
              <Suspense>
                <Chapters videoId={record.id} own />
              </Suspense>
            </div>
          )}
        </AiWorkbench>
      )}
    </div>
  )
}
