import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { isStaff } from '#contract/permissions.ts'
import type { Video } from '#contract/videos.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Pencil } from '../../ui/icons/pencil.tsx'
import { Trash } from '../../ui/icons/trash.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import { texts } from './texts.ts'

const EditDialog = dialogPart(() => import('./dialogs/edit-dialog.tsx'))
const DeleteDialog = dialogPart(() => import('./dialogs/delete-dialog.tsx'))

/** Actions on a video: its owner edits and deletes it, staff review it. */
export function VideoActions({ video, own }: { video: Video; own: boolean }) {
  const { role } = useUser()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2">
      {own && video.status === 'uploading' && (
        <Link href="/upload" className={buttonClass('primary', 'sm')}>
          {texts.resume}
        </Link>
      )}
      {own && video.status === 'failed' && (
        <Link href="/upload" className={buttonClass('primary', 'sm')}>
          {texts.uploadAgain}
        </Link>
      )}
      {isStaff(role) && video.aiProcessingStatus === 'completed' && (
        <Link href={`/admin/ai-highlights?video=${video.id}`} className={buttonClass('outline', 'sm')}>
          {texts.review}
        </Link>
      )}
      {own && (
        <>
          <Button variant="outline" size="sm" onClick={() => setOpen('edit')}>
            <Pencil aria-hidden="true" className="size-4" />
            {texts.edit}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => setOpen('delete')}>
            <Trash aria-hidden="true" className="size-4" />
            {texts.remove}
          </Button>
        </>
      )}
      <Suspense>
        {open === 'edit' && <EditDialog video={video} onClose={close} />}
        {open === 'delete' && <DeleteDialog video={video} onClose={close} />}
      </Suspense>
    </div>
  )
}
