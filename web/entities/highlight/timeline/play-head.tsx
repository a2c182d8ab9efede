import { useEffect, useRef } from 'react'
import type { TimeSource } from './time-source.ts'

/**
 * The line at the current moment. Moved outside React, because it follows the video frame by frame, and only by
 * compositing: nothing is laid out or painted again. @param width of its parent, pixels
 */
export function PlayHead({ time, duration, width }: { time: TimeSource; duration: number; width: number }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const move = () => {
      const x = Math.min(1, Math.max(0, time.get() / duration)) * width
      if (ref.current) ref.current.style.transform = `translateX(${x.toFixed(2)}px)`
    }
    move()
    return time.subscribe(move)
  }, [time, duration, width])
  return (
    <div
      ref={ref}
      className="-top-1.5 -bottom-1 -left-px pointer-events-none absolute w-0.5 bg-ink will-change-transform"
    >
      <div className="-translate-x-1/2 absolute top-0 left-1/2 size-2.5 rounded-full bg-ink" />
    </div>
  )
}
