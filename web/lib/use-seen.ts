import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Turns true once the element has been visible for `restMs`, and stays true: what is only scrolled past isn't worth a
 * request.
 * @param ahead pixels below and above the window that count as visible
 */
export function useSeen<E extends HTMLElement>(restMs: number, ahead = 0): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || seen) return
    let timer = 0
    const observer = new IntersectionObserver(
      entries => {
        clearTimeout(timer)
        if (entries.at(-1)?.isIntersecting) timer = window.setTimeout(() => setSeen(true), restMs)
      },
      { rootMargin: `${ahead}px 0px` },
    )
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [seen, restMs, ahead])
  return [ref, seen]
}
