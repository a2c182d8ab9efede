import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'

const step = 24

/**
 * A list that renders more items as its end becomes visible, because nobody waits for thousands. With
 * `content-visibility` on the items, the ones scrolled past cost no layout either. Give it a new `key` when the order
 * changes, so that it starts over.
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
