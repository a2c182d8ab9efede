import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/inputs/field.tsx'
import { type SettableStatus, settable } from './settable.ts'
import { texts } from './texts.ts'

/** The list's header: select all, and set one status for the selected videos. */
export function BulkBar({
  count,
  all,
  busy,
  onAll,
  onApply,
}: {
  count: number
  all: boolean
  busy: boolean
  onAll: () => void
  onApply: (status: SettableStatus) => void
}) {
  const [status, setStatus] = useState<SettableStatus>('approved')
  return (
    <section
      aria-label={texts.bulk.label}
      className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-2 rounded-t-xl border border-line border-b-0 bg-sunken px-4 py-2 sm:px-5"
    >
      <label className="flex min-h-9 cursor-pointer items-center gap-3.5 text-sm">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-(--accent)"
          checked={all}
          aria-label={texts.bulk.label}
          onChange={onAll}
        />
        <span className="numeric">{count > 0 ? texts.bulk.chosen(count) : texts.videos.chooseAll}</span>
      </label>
      {count > 0 && (
        <div className="flex flex-1 basis-full items-center gap-2 sm:basis-0 sm:justify-end">
          <div className="min-w-0 flex-1 sm:w-40 sm:flex-none">
            <Select
              label={texts.bulk.set}
              labelHidden
              className="h-10"
              value={status}
              onChange={event => setStatus(event.target.value as SettableStatus)}
              options={settable.map(value => ({ value, label: texts.videos.statuses[value] }))}
            />
          </div>
          <Button size="sm" className="h-10" busy={busy} onClick={() => onApply(status)}>
            {busy ? texts.bulk.applying : texts.bulk.apply}
          </Button>
        </div>
      )}
    </section>
  )
}
