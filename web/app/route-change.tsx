import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { markNavigation } from '../lib/navigation.ts'

/**
 * On every change of page: to the top, and the new page's heading takes the focus (see ui/page-title).
 * Rendered before the pages, so that its effect runs first. Back and forward keep the browser's scroll position.
 */
export function RouteChange() {
  const [location] = useLocation()
  const before = useRef(location)
  const goingBack = useRef(false)
  useLayoutEffect(() => {
    const onPop = () => {
      goingBack.current = true
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])
  useLayoutEffect(() => {
    if (before.current === location) return
    before.current = location
    markNavigation()
    if (!goingBack.current) window.scrollTo(0, 0)
    goingBack.current = false
  }, [location])
  return null
}
