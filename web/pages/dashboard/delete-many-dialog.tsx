import { useState } from 'react'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/dashboard.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Progress } from '../../ui/progress.tsx'
import { useDeleteMany } from './delete-many.ts'

const words = texts.selection
/** How many titles the question lists; it counts the rest. */
const named = 5

/** Asks before deleting many videos, and shows the progress. */
export default function DeleteManyDialog({
  videos,
  onClose,
  onDeleted,
}: {
  videos: readonly Video[]
  onClose: () => void
  onDeleted: () => void
}) {
  const [asked] = useState(videos)
  const { deleting, done } = useDeleteMany(() => {
    onClose()
    onDeleted()
  })
  const close = () => !deleting.isPending && onClose()
  return (
    <Dialog open onClose={close} title={words.question({ count: asked.length })}>
      <p>{words.consequence}</p>
      <ul className="mt-4 list-disc space-y-1 pl-5 font-semibold">
        {asked.slice(0, named).map(({ id, title }) => (
          <li key={id} className="break-words">
            {title}
          </li>
        ))}
      </ul>
      {asked.length > named && (
        <p className="mt-1 pl-5 text-muted">{words.more({ count: asked.length - named })}</p>
      )}
      {deleting.isPending && (
        <div className="mt-4">
          <Progress value={(100 * done) / asked.length} label={words.deleting({ done, all: asked.length })} />
        </div>
      )}
      <DialogButtons
        label={
          deleting.isPending
            ? words.deleting({ done, all: asked.length })
            : words.confirm({ count: asked.length })
        }
        variant="danger"
        busy={deleting.isPending}
        onSend={() => deleting.mutate(asked)}
        cancel={words.cancel}
        onCancel={onClose}
      />
    </Dialog>
  )
}
