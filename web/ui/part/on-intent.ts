import type { Part } from './part.tsx'

/**
 * For a button that opens something whose code isn't there yet: fetches it when the pointer or the focus reaches the
 * button. If that fails, the press tries again and says so.
 */
export function onIntent(part: Pick<Part<never>, 'fetch'>) {
  const ahead = () => void part.fetch().catch(() => undefined)
  return { onPointerEnter: ahead, onFocus: ahead }
}
