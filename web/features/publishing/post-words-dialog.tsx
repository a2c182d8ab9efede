import { useState } from 'react'
import { factsOf, platformNames } from '#contract/publishing/constants.ts'
import type { Publication } from '#contract/publishing/publications.ts'
import { texts as postTexts } from '#texts/features/publishing/post.ts'
import { texts } from '#texts/features/publishing.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { call, ifMatch } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { WordsFields } from '../review/words-fields.tsx'
import { postPaths } from './calls.ts'
import { measuresOf } from './rules.ts'

const { words } = postTexts

/** Changes the texts of a published post. */
export default function PostWordsDialog({
  publication,
  onClose,
}: {
  publication: Publication
  onClose: () => void
}) {
  // The change applies to the version that was open when editing started.
  const [seen] = useState(publication)
  const [metadata, setMetadata] = useState(seen.metadata)
  const { id, platform, version } = seen
  const tooLong = measuresOf(platform, metadata).some(measure => measure.problem)
  const save = useAction({
    mutationFn: () => {
      const { title, description, tags } = metadata
      return call('editPost', {
        params: { id },
        body: { title, description, tags },
        headers: ifMatch(version),
      })
    },
    onDone: onClose,
    done: postTexts.saved,
    refresh: postPaths(seen),
    refreshOn: 'settled',
  })
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <form
        className="space-y-4"
        onSubmit={event => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <p>{words.text({ platform: platformNames[platform] })}</p>
        <WordsFields facts={factsOf(platform)} value={metadata} onChange={setMetadata} />
        {save.error && (
          <Alert tone="danger" title={postTexts.failed}>
            {sentenceOf(save.error, texts.tryAgain)}
          </Alert>
        )}
        <DialogButtons
          label={save.isPending ? words.saving : words.save}
          busy={save.isPending}
          disabled={tooLong || metadata === seen.metadata}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
