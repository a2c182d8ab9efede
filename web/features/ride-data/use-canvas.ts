import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTheme } from '../../lib/theme.ts'
import type { RampName } from './speed-ramp.ts'

const darkQuery = '(prefers-color-scheme: dark)'
const subscribe = (listener: () => void) => {
  const query = matchMedia(darkQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the page is dark now, by the person's choice or the system's. */
export function useRamp(): RampName {
  const theme = useTheme()
  const systemDark = useSyncExternalStore(
    subscribe,
    () => matchMedia(darkQuery).matches,
    () => false,
  )
  if (theme === 'system') return systemDark ? 'dark' : 'light'
  return theme
}

export interface Paint {
  context: CanvasRenderingContext2D
  width: number
  height: number
  /** the color of one of the page's tokens, such as `glow` */
  ink: (token: string) => string
}

/**
 * A canvas that repaints only when its size, its theme or its content changes. @param draw must stay the same function
 * as long as the picture does
 */
export function useCanvas(
  { width, height }: { width: number; height: number },
  draw: (paint: Paint) => void,
): RefObject<HTMLCanvasElement | null> {
  const ref = useRef<HTMLCanvasElement>(null)
  const ramp = useRamp()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides what the tokens are
  useEffect(() => {
    const canvas = ref.current
    const context = canvas?.getContext('2d')
    if (!canvas || !context || width === 0) return
    const scale = devicePixelRatio
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    // A transition, even one of no length, would return the previous color.
    canvas.style.transition = 'none'
    const ink = (token: string) => {
      canvas.style.color = `var(--${token})`
      return getComputedStyle(canvas).color
    }
    draw({ context, width, height, ink })
  }, [width, height, ramp, draw])
  return ref
}

/** The inner size of an element in pixels, followed as it changes; 0 × 0 before the first layout. */
export function useSize<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, ...size }
}
