import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { isStaff } from '#contract/permissions.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/video-facts/actions.ts'
import { addressFor } from '../../lib/calls/call.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import { onIntent } from '../../ui/part/on-intent.ts'
import { dialogPart } from '../../ui/part/part.tsx'

const ShareDialog = dialogPart(() => import('../sharing/share-dialog.tsx'))
const EditDialog = dialogPart(() => import('./edit-dialog.tsx'))

// Side by side on the narrowest phone, and as high as a thumb needs.
const look = 'max-sm:h-11 max-sm:flex-auto max-sm:px-1.5 max-sm:text-[0.8125rem]'

/** What riders do with a video, in one bar under it; staff review it, and make reels of it. */
export function ActionBar({
  video,
  own,
  onMakeReel,
}: {
  video: Video
  own: boolean
  onMakeReel: () => void
}) {
  const { role } = useUser()
  const [open, setOpen] = useState<'share' | 'edit' | null>(null)
  const close = () => setOpen(null)
  const { status } = video
  const playable = Boolean(video.cfStreamId && video.cfReadyToStream) && status !== 'failed'
  return (
    <div className="flex flex-wrap gap-1.5 sm:gap-2">
      {own && status === 'uploading' && (
        <Link href="/upload" className={buttonClass('primary', 'sm', look)}>
          {texts.resume}
        </Link>
      )}
      {own && status === 'failed' && (
        <Link href="/upload" className={buttonClass('primary', 'sm', look)}>
          {texts.uploadAgain}
        </Link>
      )}
      {isStaff(role) && video.aiProcessingStatus === 'completed' && (
        <Link href={`/admin/ai-highlights?video=${video.id}`} className={buttonClass('outline', 'sm', look)}>
          {texts.review}
        </Link>
      )}
      {own && playable && (
        <>
          <Button size="sm" className={look} onClick={() => setOpen('share')} {...onIntent(ShareDialog)}>
            {texts.share}
          </Button>
          <ButtonLink
            variant="outline"
            size="sm"
            className={look}
            href={addressFor('originalFile', { params: { id: video.id } })}
            download={video.fileName}
          >
            {texts.download}
          </ButtonLink>
        </>
      )}
      {playable && status !== 'uploading' && (
        <Button variant="outline" size="sm" className={look} onClick={onMakeReel}>
          {texts.makeReel}
        </Button>
      )}
      {own && (
        <Button variant="outline" size="sm" className={look} onClick={() => setOpen('edit')}>
          {texts.edit}
        </Button>
      )}
      <Suspense>
        {open === 'share' && (
          <ShareDialog
            videoId={video.id}
            title={video.title}
            published={status === 'published'}
            onClose={close}
          />
        )}
        {open === 'edit' && <EditDialog video={video} onClose={close} />}
      </Suspense>
    </div>
  )
}
