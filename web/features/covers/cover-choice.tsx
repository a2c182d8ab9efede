import type { Video } from '#contract/videos.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/inputs/file-button.tsx'
import { texts } from './texts.ts'
import { useCover } from './use-cover.ts'

/** Shows and changes the cover of a playable video: the frame under the playhead, an image, or the suggested frame. */
export function CoverChoice({ video, playback }: { video: Video; playback: Playback }) {
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
