import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { TimeSource } from '../../entities/highlight/timeline/time-source.ts'
import { createListeners } from '../../lib/store.ts'

/** The same time, which tells of changes only while an element is on screen, and once when it appears. */
export function useWhileOnScreen<E extends HTMLElement>(time: TimeSource): [RefObject<E | null>, TimeSource] {
  const ref = useRef<E>(null)
  const [listeners] = useState(createListeners)
  useEffect(() => {
    let shown = true
    const tell = () => {
      if (shown) listeners.emit()
    }
    const observer = new IntersectionObserver(entries => {
      shown = entries.at(-1)?.isIntersecting ?? true
      tell()
    })
    if (ref.current) observer.observe(ref.current)
    const stop = time.subscribe(tell)
    return () => {
      observer.disconnect()
      stop()
    }
  }, [time, listeners])
  return [ref, useMemo(() => ({ get: time.get, subscribe: listeners.subscribe }), [time, listeners])]
}

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

/** How often a moving text changes: nobody reads more, and each change is laid out and painted. */
const readableMs = 200

/**
 * As useMoving, five times a second at most: for texts that follow the video. What comes in between is said a moment
 * later. @param turn 0 to 1, a part of that time, so that several texts don't change in the same frame
 */
export function useTelling(
  source: Pick<TimeSource, 'subscribe'>,
  tell: () => void,
  inputs: readonly unknown[],
  turn = 0,
): void {
  const told = useEffectEvent(tell)
  useEffect(() => {
    let last = -1
    let timer = 0
    const slot = () => performance.now() / readableMs + turn
    const say = () => {
      clearTimeout(timer)
      timer = 0
      last = Math.floor(slot())
      told()
    }
    const changed = () => {
      const now = slot()
      if (Math.floor(now) !== last) say()
      else if (!timer) timer = window.setTimeout(say, (Math.ceil(now) - now) * readableMs)
    }
    say()
    const stop = source.subscribe(changed)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [source, turn, ...inputs])
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
