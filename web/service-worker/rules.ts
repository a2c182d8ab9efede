import { sharePath } from '../lib/shared-files.ts'

export type Handling = 'share' | 'page' | 'asset' | 'file' | 'network'

/** Unhashed files named in the page's head; shell files like the page itself. */
export const headFiles = ['/theme.js', '/favicon.svg'] as const

/** The server's own pages, which the web app must not replace. */
const serverPages = ['/api/', '/sandbox', '/stream/', '/s/', '/docs']

/** Players in other sites' frames, which only the server's own headers let in. */
const embedded = /^\/v\/[^/]+\/embed$/

/**
 * How the service worker handles a request: it only serves the shell. Data, media, uploads and other origins go to the
 * network untouched, so they are never stale.
 */
export function handlingOf(request: { method: string; mode: string; url: string }, origin: string): Handling {
  const { pathname, origin: target } = new URL(request.url)
  if (target !== origin) return 'network'
  if (request.method === 'POST' && pathname === sharePath) return 'share'
  if (request.method !== 'GET') return 'network'
  if (serverPages.some(prefix => pathname.startsWith(prefix)) || embedded.test(pathname)) return 'network'
  if (request.mode === 'navigate') return 'page'
  if (pathname.startsWith('/assets/')) return 'asset'
  return headFiles.some(file => file === pathname) ? 'file' : 'network'
}
