// Runs before the first paint, so that a chosen theme never flashes in the other one. See lib/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the system's theme it is.
}
// Here, because the choice of a language works on a page that is drawn but has no scripts yet. See contract/reading/languages.ts.
addEventListener('change', ({ target }) => {
  if (target.name !== 'language') return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers
  document.cookie = `language=${target.value}; path=/; max-age=34560000; samesite=lax`
  location.reload()
})
