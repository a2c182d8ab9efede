import { Suspense, useState } from 'react'
import { factsOf, platformNames } from '#contract/publishing/constants.ts'
import type { Publication } from '#contract/publishing/publications.ts'
import { texts as words } from '#texts/features/publishing/post.ts'
import { texts } from '#texts/features/publishing.ts'
import { call, ifMatch } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import type { ToastContent } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import { postPaths } from './calls.ts'

const PostWordsDialog = dialogPart(() => import('./post-words-dialog.tsx'))

const usePostChange = (change: (post: Publication) => Promise<unknown>, done: ToastContent) =>
  useAction({
    mutationFn: change,
    done,
    failed: { title: words.failed, otherwise: texts.tryAgain },
    refresh: postPaths,
    // After a refusal too: someone else may have changed it.
    refreshOn: 'settled',
  })

/** The actions that the platform's API allows on a published post. */
export default function PostActions({ publication }: { publication: Publication }) {
  const { id, version, platform, hiddenAt, metadata } = publication
  const { afterwards } = factsOf(platform)
  const [open, setOpen] = useState<'words' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const headers = ifMatch(version)
  const hide = usePostChange(() => call('hidePost', { params: { id }, headers }), words.madePrivate)
  const show = usePostChange(() => call('showPost', { params: { id }, headers }), words.madePublic)
  if (!publication.canChangePost) return null
  const { title } = metadata
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-center gap-2">
        {afterwards.words && (
          <Button
            size="sm"
            variant="outline"
            aria-label={words.editOf({ title })}
            onClick={() => setOpen('words')}
          >
            {words.edit}
          </Button>
        )}
        {afterwards.hide && (
          <Button
            size="sm"
            variant="outline"
            busy={hide.isPending || show.isPending}
            aria-label={hiddenAt ? words.showOf({ title }) : words.hideOf({ title })}
            onClick={() => (hiddenAt ? show : hide).mutate(publication)}
          >
            {hiddenAt ? words.show : words.hide}
          </Button>
        )}
        {afterwards.remove && (
          <Button
            size="sm"
            variant="quiet"
            aria-label={words.removeOf({ title })}
            onClick={() => setOpen('delete')}
          >
            {words.remove}
          </Button>
        )}
      </div>
      {afterwards.limit && (
        <p className="text-muted text-sm">
          {words.limits[afterwards.limit]({ platform: platformNames[platform] })}
        </p>
      )}
      <Suspense>{open === 'words' && <PostWordsDialog publication={publication} onClose={close} />}</Suspense>
      {open === 'delete' && <DeleteDialog publication={publication} onClose={close} />}
    </div>
  )
}

function DeleteDialog({ publication, onClose }: { publication: Publication; onClose: () => void }) {
  const { id, version, platform, metadata } = publication
  const name = platformNames[platform]
  const remove = useAction({
    mutationFn: () => call('deletePost', { params: { id }, headers: ifMatch(version) }),
    onDone: onClose,
    done: words.deleted,
    failed: { title: words.failed, otherwise: texts.tryAgain },
    refresh: postPaths(publication),
    refreshOn: 'settled',
  })
  return (
    <Dialog open onClose={onClose} title={words.confirm.title({ platform: name })}>
      <p className="mb-5 break-words">{words.confirm.text({ title: metadata.title, platform: name })}</p>
      <DialogButtons
        label={words.confirm.yes}
        variant="danger"
        busy={remove.isPending}
        cancel={words.confirm.no}
        onSend={() => remove.mutate()}
        onCancel={onClose}
      />
    </Dialog>
  )
}
