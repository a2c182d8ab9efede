import { useState } from 'react'
import { texts } from '#texts/features/payouts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/dialog-buttons.tsx'
import { TextField } from '../../ui/inputs/field.tsx'

const { staff: words } = texts
const shortest = 3

/** Asks for the reason that is recorded with a decision about money. */
export function ReasonDialog({
  title,
  text,
  onClose,
  ...form
}: { title: string; text: string; onClose: () => void } & Omit<
  Parameters<typeof ReasonForm>[0],
  'onCancel'
>) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <p className="mb-4">{text}</p>
      <ReasonForm {...form} onCancel={onClose} />
    </Dialog>
  )
}

export function ReasonForm({
  label,
  hint,
  confirm,
  maxLength,
  busy,
  onConfirm,
  onCancel,
}: {
  label: string
  hint?: string
  confirm: string
  maxLength: number
  busy: boolean
  onConfirm: (reason: string) => void
  onCancel: () => void
}) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const tooShort = reason.trim().length < shortest
  return (
    <form
      className="space-y-4"
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (!tooShort) onConfirm(reason.trim())
      }}
    >
      <TextField
        label={label}
        hint={hint}
        error={tried && tooShort ? words.tooShort : undefined}
        maxLength={maxLength}
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
      <FormButtons label={confirm} variant="danger" busy={busy} onCancel={onCancel} />
    </form>
  )
}
