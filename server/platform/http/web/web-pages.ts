/**
 * Screens that people with a session open most. For each the build writes a page that lists the screen's files, so that
 * a browser fetches them together instead of one level of imports after another.
 */
export const insidePages = {
  dashboard: { address: '/', source: 'pages/dashboard/dashboard-page.tsx' },
  upload: { address: '/upload', source: 'pages/upload/upload-page.tsx' },
  video: { address: '/v/{id}', source: 'pages/video/video-page.tsx' },
} as const

/** index: as anyone gets it. inside: the signed-in frame around any other screen. */
export type WebPage = 'index' | 'inside' | keyof typeof insidePages

/** The page for someone with a session. @param pathname of the address, without its query */
export function insidePageOf(pathname: string): WebPage {
  const found = Object.entries(insidePages).find(([, { address }]) => address === pathname)
  return (found?.[0] as keyof typeof insidePages | undefined) ?? 'inside'
}
