import { useEffect, useState } from 'react'
import type { ReviewState } from '#contract/review.ts'
import { Key } from '../../features/review/keys-help.tsx'
import { mayUndo } from '../../features/review/rules.ts'
import { texts } from '../../features/review/texts.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'

/** The last decision, who made it, the reason for a rejection, and Undo while possible. */
export function LastDecision({ review, onUndo }: { review: ReviewState; onUndo: () => void }) {
  const { lastDecision: last, rejection } = review
  const undoable = useStillUndoable(last)
  if (!last) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p>{texts.lastDecision(texts.decisions[last.kind], last.mine, last.by, formatDateTime(last.at))}</p>
        {rejection && <p className="mt-0.5 text-muted">{rejection.sentence}</p>}
      </div>
      {undoable && (
        <Button variant="outline" size="sm" aria-keyshortcuts="Z" onClick={onUndo}>
          {texts.undo} <Key>Z</Key>
        </Button>
      )}
    </div>
  )
}

/** Turns false when the decision becomes final. */
function useStillUndoable(last: ReviewState['lastDecision']): boolean {
  const [now, setNow] = useState(() => Date.now())
  const until = last?.undoUntil ? Date.parse(last.undoUntil) : null
  useEffect(() => {
    const left = until === null ? 0 : until - Date.now()
    setNow(Date.now())
    if (left <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), left + 50)
    return () => clearTimeout(timer)
  }, [until])
  return mayUndo(last, now)
}
