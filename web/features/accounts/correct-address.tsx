import { useState } from 'react'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/accounts.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'

const { confirm } = texts

/** The form that corrects an unconfirmed address. @param onSent a link is on its way to the new one */
export default function CorrectAddress({ onClose, onSent }: { onClose: () => void; onSent: () => void }) {
  const { email } = useUser()
  const [typed, setTyped] = useState(email)
  const send = useAction({
    mutationFn: () => call('correctAddress', { body: { email: typed.trim() } }),
    onDone: onSent,
    refresh: [api.user],
    failed: () => null,
  })
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={event => {
        event.preventDefault()
        send.mutate(undefined, { onSuccess: onClose })
      }}
    >
      <div className="min-w-0 flex-1 basis-56 text-left sm:max-w-80">
        <TextField
          label={confirm.address}
          type="email"
          autoComplete="email"
          required
          autoFocus
          maxLength={254}
          value={typed}
          error={send.error ? sentenceOf(send.error, confirm.failed) : undefined}
          onChange={event => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit" busy={send.isPending}>
        {send.isPending ? confirm.sending : confirm.correct}
      </Button>
      <Button variant="quiet" disabled={send.isPending} onClick={onClose}>
        {confirm.cancel}
      </Button>
    </form>
  )
}
