let leaving = false
let login: ReturnType<typeof setTimeout> | undefined

/** Leaves or reloads the page, for good: a later navigation, as to the login, would cancel this one. */
export function leavePage(go: () => void): void {
  clearTimeout(login)
  leaving = true
  go()
}

/** Leaves the page after a pause, unless it is being left already. @returns whether this call leaves it */
export function leavePageIn(ms: number, go: () => void): boolean {
  if (leaving) return false
  leaving = true
  login = setTimeout(go, ms)
  return true
}

/** A page restored by the Back button keeps its variables, and may have to be left again. */
export function watchReturn(): void {
  window.addEventListener('pageshow', event => {
    if (event.persisted) leaving = false
  })
}
