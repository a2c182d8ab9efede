import { useEffect, useEffectEvent } from 'react'
import type { TimeSource } from '../../entities/highlight/timeline/time-source.ts'

/**
 * Calls `move` for every change of one of the sources, and once more when one of `inputs` changes: for what follows
 * the picture frame by frame and is moved by hand.
 */
export function useMoving(
  sources: readonly Pick<TimeSource, 'subscribe'>[],
  move: () => void,
  inputs: readonly unknown[],
): void {
  const moved = useEffectEvent(move)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sources are told by the caller
  useEffect(() => {
    moved()
    const stops = sources.map(source => source.subscribe(moved))
    return () => {
      for (const stop of stops) stop()
    }
  }, [...sources, ...inputs])
}

/** Moves an element to a place of its parent; hides it where there is none. */
export function moveTo(element: HTMLElement | null, place: { x: number; y: number } | null): void {
  if (!element) return
  element.style.visibility = place ? 'visible' : 'hidden'
  if (place) element.style.transform = `translate(${place.x.toFixed(1)}px, ${place.y.toFixed(1)}px)`
}

/** Sets a text where it differs: the same text set again would be laid out again. */
export function say(element: HTMLElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}
