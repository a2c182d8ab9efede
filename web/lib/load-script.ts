/** Puts a script into the page. @throws Error when it cannot be loaded; it may be tried again */
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
