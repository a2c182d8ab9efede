import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import { platformFacts } from '#contract/publishing/constants.ts'
import type { Channel, PostChoices } from '#contract/publishing/publications.ts'
import { texts as formTexts } from '#texts/features/publishing/form.ts'
import { texts } from '#texts/features/publishing.ts'
import { channelFormQuery } from '../../../features/publishing/calls.ts'
import { PostFormFields } from '../../../features/publishing/post-form.tsx'
import { isChosen } from '../../../features/publishing/rules.ts'
import { call } from '../../../lib/calls/call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { formatDate } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-buttons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const { defaults: words } = formTexts

/** A channel's defaults for posts that set no options, confirmed by staff. */
export default function DefaultsDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { id, kind, name, defaults, defaultPrivacy } = channel
  const query = useQuery(channelFormQuery(id))
  const form = platformFacts.find(facts => facts.channel.kind === kind && facts.form)?.form
  const [choices, setChoices] = useState<PostChoices>({
    ...(defaults ? { interactions: defaults.interactions, disclosure: defaults.disclosure } : {}),
    ...(defaults && defaultPrivacy ? { privacy: defaultPrivacy } : {}),
  })
  const save = useAction({
    mutationFn: () => {
      const { privacy = '', interactions, disclosure } = choices
      return call('channelSettings', {
        params: { id },
        body: { defaultPrivacy: privacy, interactions, disclosure },
      })
    },
    onDone: onClose,
    done: words.saved,
    failed: { title: words.failed, otherwise: texts.tryAgain },
    refresh: [api.channels],
  })
  if (!form) return null
  return (
    <Dialog open onClose={onClose} title={words.title({ name })}>
      <p className="mb-1">{words.text}</p>
      <p className="mb-5 text-muted text-sm">
        {defaults
          ? words.confirmed({
              who: defaults.confirmedBy ?? words.someone,
              when: formatDate(defaults.confirmedAt),
            })
          : words.none}
      </p>
      <Loaded query={query} skeleton={<Skeleton className="h-72" />} failed={formTexts.loadFailed}>
        {account => (
          <form
            className="space-y-5"
            onSubmit={event => {
              event.preventDefault()
              save.mutate()
            }}
          >
            <PostFormFields form={form} account={account} kind={kind} value={choices} onChange={setChoices} />
            <DialogActions>
              <Button type="submit" busy={save.isPending} disabled={!isChosen(form, choices)}>
                {words.confirm}
              </Button>
            </DialogActions>
          </form>
        )}
      </Loaded>
    </Dialog>
  )
}
