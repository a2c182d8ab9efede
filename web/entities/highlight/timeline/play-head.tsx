import { useEffect, useRef } from 'react'
import type { TimeSource } from './time-source.ts'

/** The line at the current moment. Moved outside React, because it follows the video frame by frame. */
export function PlayHead({ time, duration }: { time: TimeSource; duration: number }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const move = () => {
      if (ref.current) ref.current.style.left = `${Math.min(1, Math.max(0, time.get() / duration)) * 100}%`
    }
    move()
    return time.subscribe(move)
  }, [time, duration])
  return (
    <div ref={ref} className="-top-1.5 pointer-events-none absolute -bottom-1 w-0.5 -translate-x-1/2 bg-ink">
      <div className="-translate-x-1/2 absolute top-0 left-1/2 size-2.5 rounded-full bg-ink" />
    </div>
  )
}
