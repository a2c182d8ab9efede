// For pages whose markup is drawn already: the app comes once they can be read, so that nothing competes with that.
const { app, files } = document.currentScript.dataset
let started = false
const start = () => {
  if (started) return
  started = true
  for (const href of files.split(' ')) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  import(app)
}
const paint = new PerformanceObserver(list => {
  if (list.getEntriesByName('first-contentful-paint').length > 0) start()
})
paint.observe({ type: 'paint', buffered: true })
// A window in the background paints nothing.
setTimeout(start, 3000)
