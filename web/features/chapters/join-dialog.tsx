import type { ChapterPart } from '#contract/chapters/schemas.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/chapters.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatLength } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'

const words = texts.dialog

/** Shows which parts are joined in which order, and joins them once the rider confirms. */
export default function JoinDialog({
  videoId,
  parts,
  onClose,
}: {
  videoId: string
  parts: readonly ChapterPart[]
  onClose: () => void
}) {
  const joining = useAction({
    mutationFn: () =>
      call('joinChapters', { params: { id: videoId }, body: { parts: parts.map(part => part.id) } }),
    done: { title: texts.started, description: texts.startedText },
    failed: { title: texts.failed, otherwise: texts.noConnection },
    refresh: [api.chapters(videoId), api.myVideos, api.myVideosDetailed],
    refreshOn: 'settled',
    onDone: onClose,
  })
  return (
    <Dialog open onClose={onClose} title={words.title({ parts: parts.length })}>
      <p>{words.text}</p>
      <ol className="my-4 divide-y divide-line rounded-lg border border-line bg-surface">
        {parts.map(({ id, title, fileName, duration }, index) => (
          <li key={id} className="flex items-baseline gap-3 px-4 py-2.5">
            <span className="figure text-muted">{index + 1}</span>
            <span className="min-w-0 flex-1 break-words">
              <span className="font-semibold">{title}</span>{' '}
              <span className="text-muted text-sm">{fileName}</span>
            </span>
            <span className="figure text-muted text-sm">{formatLength(duration)}</span>
          </li>
        ))}
      </ol>
      <p className="text-muted text-sm">{words.once}</p>
      <DialogButtons
        label={words.confirm}
        busy={joining.isPending}
        onSend={() => joining.mutate()}
        onCancel={onClose}
      />
    </Dialog>
  )
}
