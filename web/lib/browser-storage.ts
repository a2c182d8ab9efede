/**
 * Local and session storage that never throws: if the browser blocks storage (private windows, policies), reads return
 * null, writes do nothing, and the app works without remembering.
 */
const guarded = (kind: 'localStorage' | 'sessionStorage') => ({
  get(key: string): string | null {
    try {
      return window[kind].getItem(key)
    } catch {
      return null
    }
  },
  set(key: string, value: string): void {
    try {
      window[kind].setItem(key, value)
    } catch {
      // Blocked or full: nothing depends on it.
    }
  },
  remove(key: string): void {
    try {
      window[kind].removeItem(key)
    } catch {
      // Blocked: then there is nothing to remove.
    }
  },
})

export const local = guarded('localStorage')
export const perTab = guarded('sessionStorage')

/** Keys of what is read while a page is rendered: with one of them, it may look different than the server drew it. */
export const viewKeys = {
  drafts: 'drafts',
  keptUploads: 'uploads',
  singleKeys: 'review-keys',
} as const

export const showsStoredView = (): boolean =>
  [perTab.get(viewKeys.drafts), local.get(viewKeys.keptUploads), local.get(viewKeys.singleKeys)].some(
    value => value !== null,
  )
