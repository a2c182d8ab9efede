type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What is typed and pressed on a drawn page before React has hydrated it there; public/start.js keeps it. */
interface EarlyInput {
  readonly typed: Map<Field, string | boolean>
  readonly pressed: HTMLElement[]
  /** everything that can be pressed or filled in, as it was drawn */
  readonly drawn: Element[]
  isHydrated(element: Element): boolean
  /** Stops keeping. */
  stop(): void
}

declare global {
  interface Window {
    earlyInput?: EarlyInput
  }
}

/** Milliseconds: parts whose code comes later than this are not waited for. */
const patienceMs = 5000

/** Fills in a value again, so that React, which takes what it found for its own, sees a change. */
function fill(field: Field, value: string | boolean): void {
  if (field instanceof HTMLSelectElement || field.type === 'file') {
    // Chosen files stay chosen, and no script may set them.
    if (field.type !== 'file') field.value = String(value)
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (typeof value === 'string') {
    const place = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
    field.value = field.defaultValue
    place?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  } else if (field instanceof HTMLInputElement) {
    field.checked = !value
    field.click()
  }
}

/**
 * Repeats what was typed and pressed before, part by part as React hydrates the page. What was pressed comes after what
 * was typed, which it may send.
 */
export function repeatEarlyInput(): void {
  const early = window.earlyInput
  if (!early) return
  const { typed, pressed, drawn, isHydrated } = early
  const end = performance.now() + patienceMs
  const repeat = () => {
    for (const [field, value] of typed) {
      if (field.isConnected && !isHydrated(field)) continue
      typed.delete(field)
      if (field.isConnected) fill(field, value)
    }
    while (typed.size === 0 && pressed[0] && (!pressed[0].isConnected || isHydrated(pressed[0])))
      pressed.shift()?.click()
    const waits =
      typed.size > 0 || pressed.length > 0 || drawn.some(one => one.isConnected && !isHydrated(one))
    if (waits && performance.now() < end) return void requestAnimationFrame(repeat)
    early.stop()
    delete window.earlyInput
  }
  repeat()
}
