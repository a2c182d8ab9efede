import { type RefObject, useEffect, useState } from 'react'

/** Whether this element fills the screen. */
export function useFullScreen(ref: RefObject<HTMLElement | null>): boolean {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const update = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === ref.current)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [ref])
  return full
}

const restMs = 3000

/** False after three seconds without pointer movement or a key, so the controls can hide. */
export function useAwake(ref: RefObject<HTMLElement | null>, watch: boolean): boolean {
  const [awake, setAwake] = useState(true)
  useEffect(() => {
    const element = ref.current
    setAwake(true)
    if (!watch || !element) return
    let timer = window.setTimeout(() => setAwake(false), restMs)
    const wake = () => {
      setAwake(true)
      clearTimeout(timer)
      timer = window.setTimeout(() => setAwake(false), restMs)
    }
    const events = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const event of events) element.addEventListener(event, wake)
    return () => {
      clearTimeout(timer)
      for (const event of events) element.removeEventListener(event, wake)
    }
  }, [ref, watch])
  return awake
}
