import type { UnitSystem } from './gauges/units.ts'

/** Who looks at a page, as far as it depends on that. */
export interface Visitor {
  /** Asks the server as this visitor. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  /** of the page, such as https://trailcut.example */
  readonly origin: string
  /** how dates are written, a BCP 47 tag */
  readonly locale: string
  /** an IANA time zone */
  readonly zone: string
  /** of people who have chosen none */
  readonly units: UnitSystem
}

/** What the server tells the web app's drawing code. */
export interface PageRequest extends Visitor {
  /** path and query of the page */
  path: string
  search: string
  /** aborted when it takes too long */
  signal: AbortSignal
}

/** A page as the web app draws it on the server. */
export interface DrawnPage {
  markup: string
  /** of the window; null if the page has none */
  title: string | null
  /** source files of the parts that are shown, relative to the web app's folder */
  sources: string[]
  state: PageState
}

/** What the browser needs to know to continue with a drawn page. */
export interface PageState {
  locale: string
  /** in which times were written; null if there were none */
  zone: string | null
  units: UnitSystem
  /** what the page has asked for: keys of TanStack Query and the answers */
  answers: [key: readonly unknown[], data: unknown][]
  /** and what was refused, as status and body */
  refusals: [key: readonly unknown[], status: number, body: string][]
}

/** id of the element that contains the state as JSON */
export const pageStateId = 'page-state'

/** Tells the server the browser's time zone, so that drawn pages contain the right times. */
export const zoneCookie = 'zone'

/**
 * Tells the server the chosen theme, 'light' or 'dark', so that a drawn page needs no script for it; without one it is the
 * system's. web/public/theme.js reads it on the pages that aren't drawn.
 */
export const themeCookie = 'theme'

/** Draws a page. Throws what React throws, and the signal's reason. */
export type Draw = (request: PageRequest) => Promise<DrawnPage>

/** Tells visits apart that are drawn at the same time: an AsyncLocalStorage. */
interface Visits<Visit> {
  run<R>(visit: Visit, work: () => R): R
  getStore(): Visit | undefined
}

/** What the web app's build for the server exports as `createDraw`. */
export type CreateDraw<Visit> = (visits: Visits<Visit>) => Draw
