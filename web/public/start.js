// For pages whose markup is drawn already: the app comes once they can be read, so that nothing competes with that.
const { app, files } = document.currentScript.dataset
// The content policy forbids styles in markup.
for (const element of document.querySelectorAll('[data-style]')) {
  element.style.cssText = element.dataset.style
  delete element.dataset.style
}

// Fonts are larger than the page and its pictures. Where the styles came from the cache, so do the fonts.
const showFonts = () => delete document.documentElement.dataset.fonts
const styles = performance.getEntriesByName(document.querySelector('link[rel=stylesheet]').href)
if (styles[0]?.transferSize === 0) showFonts()

// Here, because the choice of a language works before the app is there. See contract/reading/languages.ts.
addEventListener('change', ({ target }) => {
  if (target.name !== 'language') return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers
  document.cookie = `language=${target.value}; path=/; max-age=34560000; samesite=lax`
  location.reload()
})

// What is typed and pressed before React has hydrated it there is kept for the app, which repeats it (app/early-input.ts).
const listening = new AbortController()
const listen = (name, listener) =>
  addEventListener(name, listener, { capture: true, signal: listening.signal })
const isHydrated = element => Object.keys(element).some(key => key.startsWith('__react'))
const early = {
  typed: new Map(),
  pressed: [],
  drawn: [...document.querySelectorAll('#root :is(a, button, input, select, textarea)')],
  isHydrated,
  stop: () => listening.abort(),
}
window.earlyInput = early
const waits = element => early.drawn.includes(element) && !isHydrated(element)
// React, which hydrates in pieces and hurries where something happens, must not hear of what is repeated later.
const isBox = field => field.type === 'checkbox' || field.type === 'radio'
listen('submit', event => waits(event.submitter ?? event.target.elements[0]) && event.preventDefault())
listen('click', event => {
  const pressed = event.target.closest('button')
  if (!waits(pressed)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  early.pressed.push(pressed)
})
for (const name of ['input', 'change'])
  listen(name, event => {
    const { target } = event
    if (!waits(target)) return
    event.stopImmediatePropagation()
    early.typed.set(target, isBox(target) ? target.checked : target.value)
  })

// On a line that breaks, the code is asked for again: until it is here, nothing on the page can be pressed.
let pauseMs = 1000
const load = () =>
  import(app).catch(error => {
    setTimeout(load, pauseMs)
    pauseMs = Math.min(2 * pauseMs, 30_000)
    throw error
  })
let started = false
const start = () => {
  if (started) return
  started = true
  // All at once, because each change of a font lays out the whole page.
  const fonts = ['16px "Inter Variable"', '600 16px "Barlow Condensed"', '700 16px "Barlow Condensed"']
  void Promise.allSettled(fonts.map(font => document.fonts.load(font))).then(showFonts)
  for (const href of files.split(' ')) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  load()
}
const paint = new PerformanceObserver(list => {
  if (list.getEntriesByName('first-contentful-paint').length > 0) start()
})
paint.observe({ type: 'paint', buffered: true })
// A window in the background paints nothing.
setTimeout(start, 3000)
