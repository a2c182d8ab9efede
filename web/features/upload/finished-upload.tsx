import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { aiUploadPollMs } from '#contract/constants.ts'
import { myVideosQuery } from '../../entities/video/my-videos.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import AiWorkbench from '../analysis/ai-workbench.tsx'
import { texts } from './texts.ts'
import type { UploadState } from './transfer/upload-state.ts'
import { uploader } from './transfer/uploader.ts'

/** The reward: the video plays, and below it the analysis fills in. */
export default function FinishedUpload({ state }: { state: Extract<UploadState, { phase: 'complete' }> }) {
  const { data: videos } = useQuery(myVideosQuery)
  const record = videos?.find(video => video.id === state.job.videoId)
  return (
    <div className="[--sticky-top:5.25rem]">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <PageTitle title={texts.complete} focused />
          <p className="mt-1 text-muted">{texts.completeNote(record?.title ?? state.job.title)}</p>
        </div>
        <div className="flex flex-wrap gap-2.5">
          <Button variant="outline" size="sm" onClick={() => uploader.reset()}>
            {texts.another}
          </Button>
          <Link href="/" className={buttonClass('quiet', 'sm')}>
            {texts.toDashboard}
          </Link>
        </div>
      </div>
      <AiWorkbench
        video={{
          id: state.job.videoId,
          title: record?.title ?? state.job.title,
          duration: record?.duration ?? 0,
          cfStreamId: state.streamId ?? record?.cfStreamId ?? null,
          cfReadyToStream: true,
        }}
        pollMs={aiUploadPollMs}
        expected
      />
    </div>
  )
}
