import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import type { notificationEvent } from '#contract/notifications.ts'
import { api } from '#contract/paths.ts'
import { notificationsQuery, unreadIn } from './notifications.ts'

/** Poll interval without an open stream: an old proxy may cut it, or the browser may be out of connections. */
const fallbackPollMs = 30_000

/**
 * Keeps the list of notifications fresh: through the server's events while the page is visible, by polling if no events
 * arrive. A hidden page holds no connection, because browsers allow only six per host.
 */
export function useLiveNotifications(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let stop: (() => void) | null = null
    const follow = () => {
      if (document.visibilityState === 'visible') stop ??= listen(queries)
      else {
        stop?.()
        stop = null
      }
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stop?.()
    }
  }, [queries])
}

/** Listens until the returned function is called. */
export function listen(queries: QueryClient): () => void {
  const refresh = () => void queries.invalidateQueries({ queryKey: notificationsQuery.queryKey })
  const source = new EventSource(api.notificationStream, { withCredentials: true })
  const poll = window.setInterval(() => {
    if (source.readyState !== EventSource.OPEN) refresh()
  }, fallbackPollMs)
  source.addEventListener('notifications', event => {
    const { unread } = JSON.parse(event.data) as z.infer<typeof notificationEvent>
    const shown = queries.getQueryData(notificationsQuery.queryKey)
    // The first event of a connection mostly repeats what is already known.
    if (!shown || unreadIn(shown) !== unread) refresh()
  })
  return () => {
    window.clearInterval(poll)
    source.close()
  }
}
