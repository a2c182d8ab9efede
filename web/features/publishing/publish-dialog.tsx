import { useState } from 'react'
import { factsOf, type Platform } from '#contract/publishing/constants.ts'
import type { Channel, PostChoices } from '#contract/publishing/publications.ts'
import { texts } from '#texts/features/publishing.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { PostChoice } from './post-choice.tsx'
import { isChosen } from './rules.ts'

const { dialog: words, editor } = texts

/** Asks for the choices a platform requires, unless staff set them for the channel, and publishes the post. */
export default function PublishDialog({
  platform,
  channel,
  busy,
  onPublish,
  onClose,
}: {
  platform: Platform
  channel: Channel | undefined
  busy: boolean
  onPublish: (choices: PostChoices) => void
  onClose: () => void
}) {
  const { form, postName } = factsOf(platform)
  const [choices, setChoices] = useState<PostChoices>({})
  return (
    <Dialog open onClose={onClose} title={editor.publish({ platform: postName })}>
      <form
        className="space-y-5"
        onSubmit={event => {
          event.preventDefault()
          onPublish(choices)
        }}
      >
        <PostChoice platform={platform} channelId={channel?.id} value={choices} onChange={setChoices} />
        <DialogButtons
          label={busy ? words.submitting : words.submitNow}
          busy={busy}
          disabled={form !== null && !isChosen(form, choices, channel?.defaultPrivacy)}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
