import { useEffect, useRef, useState } from 'react'
import { type RejectionReason, rejectionReasons } from '#contract/rejections.ts'
import { texts } from '#texts/features/review.ts'
import { texts as reasonTexts } from '#texts/rejections.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { TextArea } from '../../ui/inputs/field.tsx'
import { Key } from './keys-help.tsx'
import type { Rejection } from './use-actions.ts'

const { rejecting: words } = texts

/** Why a video is rejected: a reason by number or arrow keys, an optional message, Enter. */
export default function RejectDialog({
  title,
  busy,
  onClose,
  onReject,
}: {
  title: string
  busy: boolean
  onClose: () => void
  onReject: (rejection: Rejection) => void
}) {
  const [reason, setReason] = useState<RejectionReason>('quality')
  const [own, setOwn] = useState('')
  const [tried, setTried] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // After the dialog has focused its Close button: Enter would close it.
    const frame = requestAnimationFrame(() => first.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const missing = reason === 'other' && !own.trim()
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="space-y-5"
        onSubmit={event => {
          event.preventDefault()
          setTried(true)
          if (!missing) onReject({ reason, words: own.trim() })
        }}
        onKeyDown={event => {
          const chosen = rejectionReasons[Number(event.key) - 1]
          if (!chosen || event.target instanceof HTMLTextAreaElement) return
          event.preventDefault()
          setReason(chosen)
          event.currentTarget.querySelector<HTMLInputElement>(`input[value=${chosen}]`)?.focus()
        }}
      >
        <fieldset>
          <legend className="mb-2 font-semibold text-sm">{words.reasons}</legend>
          <div className="grid gap-1.5 sm:grid-cols-2">
            {rejectionReasons.map((code, index) => (
              <label
                key={code}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line-strong/45 bg-surface px-3 py-1.5 text-[0.9375rem] has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-accent"
              >
                <input
                  ref={index === 0 ? first : undefined}
                  type="radio"
                  name="reason"
                  value={code}
                  className="size-4 shrink-0 accent-(--accent)"
                  checked={code === reason}
                  onChange={() => setReason(code)}
                />
                <span className="min-w-0 flex-1">{reasonTexts[code].label}</span>
                <Key>{String(index + 1)}</Key>
              </label>
            ))}
          </div>
        </fieldset>
        <TextArea
          label={words.words}
          hint={words.wordsHint}
          maxLength={1000}
          value={own}
          error={tried && missing ? words.wordsNeeded : undefined}
          onChange={event => setOwn(event.target.value)}
        />
        <div className="rounded-md bg-ink/5 px-4 py-3 text-sm" aria-live="polite">
          <p className="font-semibold">{words.told}</p>
          <p className="mt-0.5">{reasonTexts[reason].sentence}</p>
          {own.trim() && <p className="mt-1 whitespace-pre-line">{own.trim()}</p>}
        </div>
        <DialogButtons label={busy ? words.submitting : words.submit} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
