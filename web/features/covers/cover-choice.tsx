import { api } from '#contract/paths.ts'
import { coverLimits } from '#contract/thumbnails.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/covers.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { call, sendBytes } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/inputs/file-button.tsx'

/** Shows and changes the cover of a playable video: the frame under the playhead, an image, or the suggested frame. */
export default function CoverChoice({ video, playback }: { video: Video; playback: Playback }) {
  const { pending, choose } = useCover(video)
  const published = video.status === 'published'
  return (
    <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <Thumbnail video={{ ...video, duration: 0 }} className="w-full max-sm:max-w-60" />
      <div className="min-w-0 space-y-3 text-sm">
        <p className="text-muted">{published ? texts.published : texts.text}</p>
        {video.status === 'approved' && <p className="font-semibold">{texts.approved}</p>}
        {!published && (
          <>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="outline"
                size="sm"
                disabled={pending !== null}
                aria-busy={pending === 'frame' || undefined}
                onClick={() => choose(playback.get())}
              >
                {pending === 'frame' ? texts.frameBusy : texts.frame}
              </Button>
              <FileButton
                label={pending === 'picture' ? texts.uploading : texts.upload}
                accept="image/jpeg,image/png,image/webp"
                disabled={pending !== null}
                onFile={choose}
              />
              <Button variant="quiet" size="sm" disabled={pending !== null} onClick={() => choose(null)}>
                {texts.automatic}
              </Button>
            </div>
            <p className="text-muted">
              {texts.frameHint} {texts.limits}
            </p>
          </>
        )}
      </div>
    </div>
  )
}

/** A second of the video, an image, or null for the suggested frame. */
type Choice = number | File | null

/** Changes the cover of a video and shows the result. */
function useCover({ id, status }: Pick<Video, 'id' | 'status'>) {
  const changing = useAction({
    mutationFn: (choice: Choice) =>
      choice instanceof File
        ? sendBytes('uploadCover', { params: { id } }, choice)
        : call('setCover', { params: { id }, body: { timestamp: choice } }),
    done: () => (status === 'approved' ? texts.doneAgain : texts.done),
    failed: { title: texts.failed, otherwise: texts.noConnection },
    refresh: [api.myVideos, api.myVideosDetailed, api.video(id)],
    refreshOn: 'settled',
  })
  return {
    pending: changing.isPending ? (changing.variables instanceof File ? 'picture' : 'frame') : null,
    choose: (choice: Choice) => {
      // The server says the same, but only after a phone has uploaded the whole file.
      if (choice instanceof File && choice.size > coverLimits.bytes) toast(texts.tooLarge)
      else changing.mutate(choice)
    },
  } as const
}
