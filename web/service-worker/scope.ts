/**
 * The parts of the Service Worker API that are used here. TypeScript has them in its 'webworker' library only,
 * which cannot be loaded beside 'dom' in one program.
 */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}

// The only cast past the compiler: this file is loaded as a service worker, which its types don't know.
export const worker = globalThis as unknown as WorkerScope

/** Filled in by the build (scripts/vite/service-worker.ts). */
export interface Build {
  /** changes with every file of the shell */
  version: string
  /** the entry script of this build's page */
  entry: string
  /** URLs of the scripts, styles and fonts that every shell screen needs */
  shell: string[]
}
declare const __BUILD__: Build
export const build: Build = __BUILD__
