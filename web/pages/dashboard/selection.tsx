import { Suspense, useState } from 'react'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/dashboard.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import { isDeletable } from './delete-many.ts'

const DeleteManyDialog = dialogPart(() => import('./delete-many-dialog.tsx'))
const words = texts.selection

export interface Selection {
  /** ids; null while not selecting */
  chosen: ReadonlySet<string> | null
  set: (chosen: ReadonlySet<string> | null) => void
}

export function useSelection(): Selection {
  const [chosen, set] = useState<ReadonlySet<string> | null>(null)
  return { chosen, set }
}

export const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Starts selecting. */
export const SelectButton = ({ selection: { chosen, set } }: { selection: Selection }) =>
  !chosen && (
    <Button variant="outline" onClick={() => set(new Set())}>
      {words.start}
    </Button>
  )

/** Above the list while selecting: the number selected, 'select all', and the actions. */
export function SelectionBar({
  videos,
  shown,
  selection: { chosen, set },
}: {
  videos: readonly Video[]
  /** the videos left by search and status */
  shown: readonly Video[]
  selection: Selection
}) {
  const [asking, setAsking] = useState(false)
  if (!chosen) return null
  const selected = videos.filter(({ id }) => chosen.has(id))
  const offered = shown.filter(isDeletable)
  const all = offered.length > 0 && offered.every(({ id }) => chosen.has(id))
  return (
    <section
      aria-label={words.label}
      className="mb-3 flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-sunken px-4 py-2 sm:px-5"
    >
      <Checkbox
        checked={all}
        disabled={offered.length === 0}
        onChange={on => set(on ? new Set([...chosen, ...offered.map(({ id }) => id)]) : new Set())}
      >
        {words.all}
      </Checkbox>
      <p role="status" className="numeric flex-1 text-muted text-sm">
        {words.count({ count: selected.length })}
      </p>
      <div className="flex gap-2">
        <Button variant="danger" size="sm" disabled={selected.length === 0} onClick={() => setAsking(true)}>
          {words.delete}
        </Button>
        <Button variant="quiet" size="sm" onClick={() => set(null)}>
          {words.done}
        </Button>
      </div>
      {asking && (
        <Suspense fallback={null}>
          <DeleteManyDialog videos={selected} onClose={() => setAsking(false)} onDeleted={() => set(null)} />
        </Suspense>
      )}
    </section>
  )
}
