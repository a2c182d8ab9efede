import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import { factsOf, platformNames } from '#contract/publishing/constants.ts'
import type { editPublicationBody, Publication } from '#contract/publishing/publications.ts'
import { texts } from '#texts/features/publishing.ts'
import { publicationQuery, queuePaths } from '../../features/publishing/calls.ts'
import { measuresOf } from '../../features/publishing/rules.ts'
import { WordsFields } from '../../features/review/words-fields.tsx'
import { ApiError, sentenceOf } from '../../lib/calls/api.ts'
import { call, ifMatch } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatMoment } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const { words } = texts

/** Changes the text of a planned publication, until its upload starts. */
export default function WordsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(publicationQuery(id))
  // Each refetch starts with the current text.
  const [look, setLook] = useState(0)
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <Loaded query={query} skeleton={<Skeleton className="h-72" />} failed={words.loadFailed}>
        {publication => (
          <WordsForm
            key={look}
            publication={publication}
            onClose={onClose}
            onLookAgain={() => void query.refetch().then(() => setLook(look + 1))}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

function WordsForm({
  publication,
  onClose,
  onLookAgain,
}: {
  publication: Publication
  onClose: () => void
  onLookAgain: () => void
}) {
  // The change applies to the version that was open when editing started.
  const [seen] = useState(publication)
  const [metadata, setMetadata] = useState(seen.metadata)
  const { id, platform, version, state, canEdit, scheduledFor, failure } = seen
  const tooLong = measuresOf(platform, metadata).some(measure => measure.problem)
  const anew = state === 'failed'
  const save = useAction({
    mutationFn: () =>
      call('editPublication', {
        params: { id },
        body: { metadata } satisfies z.input<typeof editPublicationBody>,
        headers: ifMatch(version),
      }),
    onDone: onClose,
    done: anew ? words.sentAnew : words.saved,
    refresh: [...queuePaths, api.publication(id)],
    refreshOn: 'settled',
  })
  if (!canEdit) return <Alert tone="notice" title={words.tooLate({ platform: platformNames[platform] })} />
  return (
    <form
      className="space-y-4"
      onSubmit={event => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <p>
        {platformNames[platform]} ·{' '}
        {anew ? failure?.sentence : texts.publication.due({ when: formatMoment(scheduledFor) })}
      </p>
      <WordsFields facts={factsOf(platform)} value={metadata} onChange={setMetadata} />
      {save.error && (
        <Alert
          tone="danger"
          title={words.failed}
          action={
            save.error instanceof ApiError &&
            save.error.status === 409 && (
              <Button variant="outline" size="sm" onClick={onLookAgain}>
                {words.lookAgain}
              </Button>
            )
          }
        >
          {sentenceOf(save.error, texts.tryAgain)}
        </Alert>
      )}
      <DialogButtons
        label={save.isPending ? words.saving : anew ? words.saveAnew : words.save}
        busy={save.isPending}
        disabled={tooLong || metadata === seen.metadata}
        onCancel={onClose}
      />
    </form>
  )
}
