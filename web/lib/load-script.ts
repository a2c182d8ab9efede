/** Adds a script to the page. @throws Error if it can't be loaded; it can be retried */
export function loadScript(src: string): Promise<void> {
  const script = document.createElement('script')
  script.src = src
  script.async = true
  const loaded = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${src} could not be loaded`))
    }
  })
  document.head.append(script)
  return loaded
}
