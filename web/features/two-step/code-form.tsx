import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '#texts/features/two-step.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'

/** A two-step verification code and its purpose. `send` gets it; a refusal is shown at the field. */
export function CodeForm<T>({
  send,
  onDone,
  submit = texts.code.submit,
  hint = texts.code.hint,
  variant = 'primary',
}: {
  send: (code: string) => Promise<T>
  onDone: (answer: T) => void
  submit?: string
  hint?: string
  variant?: ButtonVariant
}) {
  const [code, setCode] = useState('')
  const sending = useMutation({ mutationFn: send, onSuccess: onDone })
  return (
    <form
      className="flex max-w-md flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        sending.mutate(code.trim())
      }}
    >
      <TextField
        label={texts.code.label}
        hint={hint}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
        maxLength={40}
        value={code}
        error={sending.isError ? sentenceOf(sending.error, texts.code.failed) : undefined}
        onChange={event => setCode(event.target.value)}
      />
      <div>
        <Button type="submit" variant={variant} busy={sending.isPending} disabled={code.trim() === ''}>
          {sending.isPending ? texts.code.submitting : submit}
        </Button>
      </div>
    </form>
  )
}
