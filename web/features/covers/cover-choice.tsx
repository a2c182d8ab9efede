import { useId } from 'react'
import type { Video } from '#contract/videos.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { texts } from './texts.ts'
import { useCover } from './use-cover.ts'

/** Shows the cover of a playable video, and changes it: the frame under the playhead, a picture, the suggested frame. */
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
              <ChoosePicture busy={pending === 'picture'} disabled={pending !== null} onFile={choose} />
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

function ChoosePicture({
  busy,
  disabled,
  onFile,
}: {
  busy: boolean
  disabled: boolean
  onFile: (file: File) => void
}) {
  const id = useId()
  return (
    <span className="inline-flex max-w-full">
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        disabled={disabled}
        className="peer sr-only"
        onChange={event => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
      <label
        htmlFor={id}
        className={buttonClass(
          'outline',
          'sm',
          'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2 peer-disabled:opacity-65',
        )}
      >
        {busy ? texts.uploading : texts.upload}
      </label>
    </span>
  )
}
