import { type RefObject, useEffect, useRef, useState } from 'react'

/** A row that only flies past while scrolling is not worth a request. */
const restMs = 250

/** Turns true once the element has been in sight for a moment, and stays so. */
export function useSeen<E extends HTMLElement>(): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || seen) return
    let timer = 0
    const observer = new IntersectionObserver(entries => {
      clearTimeout(timer)
      if (entries.at(-1)?.isIntersecting) timer = window.setTimeout(() => setSeen(true), restMs)
    })
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [seen])
  return [ref, seen]
}
