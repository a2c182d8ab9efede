import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'

const step = 24

/**
 * A list whose items are added as its end comes into sight: thousands of items are waited for by nobody.
 * Together with `content-visibility` on the items, what has been scrolled past costs no layout either.
 * Give it a new `key` when the order of the items changes, so that it starts over.
 */
export function GrowingList<T>({
  items,
  className,
  children,
}: {
  items: readonly T[]
  className?: string
  children: (item: T) => ReactNode
}) {
  const [shown, setShown] = useState(step)
  return (
    <>
      <ul className={className}>{items.slice(0, shown).map(children)}</ul>
      {shown < items.length && <EndOfList key={shown} onReached={() => setShown(shown + step)} />}
    </>
  )
}

function EndOfList({ onReached }: { onReached: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const reached = useEffectEvent(onReached)
  useEffect(() => {
    const element = end.current
    if (!element) return
    const observer = new IntersectionObserver(
      entries => entries.some(entry => entry.isIntersecting) && reached(),
      { rootMargin: '1200px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} className="h-px" />
}
