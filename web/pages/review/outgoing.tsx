import { useEffect, useEffectEvent, useState } from 'react'
import { texts } from '#texts/features/review.ts'
import { texts as pageTexts } from '#texts/pages/review.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/** A release whose posts haven't started. */
export interface Release {
  videoId: string
  title: string
  /** until when it can be undone by this browser's clock, which may be another one than the server's */
  until: number
}

const secondsTo = (until: number): number => Math.ceil((until - Date.now()) / 1000)

/** What goes out within seconds, with the seconds left and Undo. @param onOver called once it can't be undone */
export function Outgoing({
  release: { title, until },
  onUndo,
  onOver,
}: {
  release: Release
  onUndo: () => void
  onOver: () => void
}) {
  const [left, setLeft] = useState(() => secondsTo(until))
  const look = useEffectEvent(() => {
    const now = secondsTo(until)
    if (now <= 0) onOver()
    else setLeft(now)
  })
  useEffect(() => {
    const timer = setInterval(() => look(), 250)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="sticky top-20 z-20 mb-4 rounded-lg bg-ground shadow-float">
      <Alert
        title={pageTexts.outgoing({ title })}
        action={
          <Button
            variant="outline"
            size="sm"
            aria-label={pageTexts.undoOf({ title })}
            aria-keyshortcuts="Z"
            onClick={onUndo}
          >
            {texts.undo}
            {/* Not read out every second. */}
            <span aria-hidden="true" className="numeric">
              {left}
            </span>
          </Button>
        }
      />
    </div>
  )
}
