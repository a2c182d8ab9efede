import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '#texts/pages/settings.ts'
import { SignInAgain, wantsSignInAgain } from '../../features/accounts/sign-in-again.tsx'
import { sentenceOf } from '../../lib/calls/api.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { forgetPerson } from '../../lib/session/storage.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { toastAfterReload } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-buttons.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { deleteAccount } from './calls.ts'

const { deletion } = texts

export function DeletionSection() {
  const [open, setOpen] = useState(false)
  return (
    <Section id="deletion" title={deletion.title}>
      <p className="mb-2 max-w-prose text-muted">{deletion.explain}</p>
      <p className="mb-4 max-w-prose text-muted">{deletion.kept}</p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {deletion.open}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={deletion.title}>
        <DeletionForm />
      </Dialog>
    </Section>
  )
}

function DeletionForm() {
  const { email } = useUser()
  const [typed, setTyped] = useState('')
  const deleting = useMutation({
    mutationFn: () => deleteAccount(typed),
    onSuccess: () => {
      forgetPerson()
      queryClient().clear()
      toastAfterReload(deletion.done)
      window.location.assign('/')
    },
  })
  return (
    <form
      className="space-y-4"
      onSubmit={event => {
        event.preventDefault()
        deleting.mutate()
      }}
    >
      <p>{deletion.explain}</p>
      <p>{deletion.kept}</p>
      <TextField
        label={deletion.field}
        hint={deletion.confirm({ email })}
        type="email"
        autoComplete="off"
        required
        maxLength={254}
        value={typed}
        error={
          deleting.isError && !wantsSignInAgain(deleting.error)
            ? sentenceOf(deleting.error, deletion.failed)
            : undefined
        }
        onChange={event => setTyped(event.target.value)}
      />
      {wantsSignInAgain(deleting.error) && <SignInAgain error={deleting.error} />}
      <DialogActions>
        <Button
          type="submit"
          variant="danger"
          busy={deleting.isPending}
          disabled={typed.trim().toLowerCase() !== email}
        >
          {deleting.isPending ? deletion.submitting : deletion.submit}
        </Button>
      </DialogActions>
    </form>
  )
}
