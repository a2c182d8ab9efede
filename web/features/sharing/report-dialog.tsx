import { useState } from 'react'
import {
  type ShareReportReason,
  shareReportMaxLength,
  shareReportReasons,
} from '#contract/sharing/reasons.ts'
import { texts as words } from '#texts/features/sharing/report.ts'
import { texts } from '#texts/features/sharing.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { TextArea } from '../../ui/inputs/field.tsx'

/** What was watched: through a share link, or on the page of a published video. */
export type Reported = { shareToken: string } | { videoId: string }

/** Reports a video to staff, without signing in. */
export default function ReportDialog({ about, onClose }: { about: Reported; onClose: () => void }) {
  const [reason, setReason] = useState<ShareReportReason | null>(null)
  const [said, setSaid] = useState('')
  const sending = useAction({
    mutationFn: (chosen: ShareReportReason) => {
      const body = { reason: chosen, words: said }
      return 'videoId' in about
        ? call('reportVideo', { params: { id: about.videoId }, body })
        : call('reportShared', { params: about, body })
    },
    done: words.done,
    onDone: onClose,
    failed: { title: words.failed, otherwise: texts.noConnection },
  })
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <form
        className="space-y-5"
        onSubmit={event => {
          event.preventDefault()
          if (reason) sending.mutate(reason)
        }}
      >
        <p className="text-muted">{words.explain}</p>
        <fieldset>
          <legend className="mb-2 font-semibold text-sm">{words.reason}</legend>
          <div className="divide-y divide-line rounded-lg border border-line bg-surface">
            {shareReportReasons.map(value => (
              <label key={value} className="flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2.5">
                <input
                  type="radio"
                  name="reason"
                  required
                  className="size-4.5 shrink-0 accent-accent"
                  checked={reason === value}
                  onChange={() => setReason(value)}
                />
                {words.reasons[value]}
              </label>
            ))}
          </div>
        </fieldset>
        <TextArea
          label={words.words}
          maxLength={shareReportMaxLength}
          value={said}
          onChange={event => setSaid(event.target.value)}
        />
        <DialogButtons label={words.send} busy={sending.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
