import { sharePath } from '../lib/shared-files.ts'

export type Handling = 'share' | 'page' | 'asset' | 'file' | 'network'

/** Addresses without a hash that the page's head names; shell files like the page itself. */
export const headFiles = ['/theme.js', '/favicon.svg'] as const

/** Pages of the server's own, which the web app must not stand in for. */
const serverPages = ['/api/', '/sandbox', '/stream/', '/s/', '/docs']

/**
 * What the service worker does with a request: only the shell is its business. Data, media, uploads and everything
 * of other origins go to the network untouched, and so are never stale.
 */
export function handlingOf(request: { method: string; mode: string; url: string }, origin: string): Handling {
  const { pathname, origin: target } = new URL(request.url)
  if (target !== origin) return 'network'
  if (request.method === 'POST' && pathname === sharePath) return 'share'
  if (request.method !== 'GET') return 'network'
  if (serverPages.some(prefix => pathname.startsWith(prefix))) return 'network'
  if (request.mode === 'navigate') return 'page'
  if (pathname.startsWith('/assets/')) return 'asset'
  return headFiles.some(file => file === pathname) ? 'file' : 'network'
}
