import { useEffect, useEffectEvent } from 'react'
import type { TimeSource } from '../../entities/highlight/timeline/time-source.ts'

/**
 * Calls `move` for every change of a source, and when one of `inputs` changes: for elements that follow the video frame
 * by frame outside React.
 */
export function useMoving(
  sources: readonly Pick<TimeSource, 'subscribe'>[],
  move: () => void,
  inputs: readonly unknown[],
): void {
  const moved = useEffectEvent(move)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists the sources
  useEffect(() => {
    moved()
    const stops = sources.map(source => source.subscribe(moved))
    return () => {
      for (const stop of stops) stop()
    }
  }, [...sources, ...inputs])
}

/** Moves an element to a position in its parent; hides it if there is none. */
export function moveTo(element: HTMLElement | null, place: { x: number; y: number } | null): void {
  if (!element) return
  element.style.visibility = place ? 'visible' : 'hidden'
  if (place) element.style.transform = `translate(${place.x.toFixed(1)}px, ${place.y.toFixed(1)}px)`
}

/** Sets a text only if it differs: setting the same text again would cause layout. */
export function say(element: HTMLElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}
