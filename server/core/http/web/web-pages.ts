const shell = 'app/shell/shell.tsx'
const publicFrame = 'app/public-frame.tsx'

interface ScreenPage {
  /** modules whose files the page lists: the frame and the screen */
  sources: readonly string[]
  /** the address that gets it from anyone with a session; a page without one is chosen by its own route */
  address?: string
  /** the screen has a first view (`web/app/first-view.tsx`), so there is a page that shows it as well */
  firstView?: true
}

/**
 * Screens that people open most. For each the build writes a page that lists the screen's files, so that a browser
 * fetches them together instead of one level of imports after another. inside: the signed-in frame around any other.
 */
export const screenPages = {
  inside: { sources: [shell] },
  dashboard: { sources: [shell, 'pages/dashboard/dashboard-page.tsx'], address: '/' },
  upload: { sources: [shell, 'pages/upload/upload-page.tsx'], address: '/upload' },
  video: { sources: [shell, 'pages/video/video-page.tsx'], firstView: true },
  publicVideo: { sources: [publicFrame, 'pages/video/public/public-page.tsx'], firstView: true },
  shared: { sources: [publicFrame, 'pages/shared/shared-page.tsx'], firstView: true },
} as const satisfies Record<string, ScreenPage>

export type ScreenName = keyof typeof screenPages
/** Screens with a first view. */
export type WithFirstView = {
  [N in ScreenName]: (typeof screenPages)[N] extends { firstView: true } ? N : never
}[ScreenName]

/** index: as anyone gets it. */
export type WebPage = 'index' | ScreenName

export const screens = Object.entries(screenPages) as [ScreenName, ScreenPage][]

/** Screens whose title and picture can be on the page before any script. */
export const firstViews = screens.flatMap(([name, { firstView }]) =>
  firstView ? [name as WithFirstView] : [],
)

/** The file of a screen's page, without its ending. */
export const fileOf = (page: WebPage, withFirstView = false): string =>
  withFirstView ? `${page}-first` : page

/** Where the server writes what a first view shows. */
export const marks = { title: '%first.title%', picture: '%first.picture%' } as const
export const anyMark = /%first\.(title|picture)%/g

/** The page for someone with a session. @param pathname of the address, without its query */
export const insidePageOf = (pathname: string): WebPage =>
  screens.find(([, { address }]) => address === pathname)?.[0] ?? 'inside'
