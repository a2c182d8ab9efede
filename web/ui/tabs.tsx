import * as Radix from 'radix-ui/tabs'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '../lib/cx.ts'

export interface Tab {
  value: string
  label: string
  /** shown beside the label: a count or a state */
  note?: string | undefined
  content: ReactNode
}

/** Tabs over one thin line; arrow keys move between them. */
export function Tabs({
  tabs,
  label,
  value,
  onChange,
  onPress,
  tight = false,
  toEdges = false,
}: {
  tabs: Tab[]
  label: string
  value: string
  onChange: (value: string) => void
  /** Called when a tab is pressed, even the open one, which means the person wants to stay there. */
  onPress?: (value: string) => void
  /** smaller on a phone, so that five fit */
  tight?: boolean
  /** as wide as a phone, on which a tab that is cut off at the edge shows that there are more */
  toEdges?: boolean
}) {
  const list = useRef<HTMLDivElement>(null)
  // Radix focuses a pressed tab by script, and browsers outline an element focused by script if nothing was focused
  // before.
  const [pressed, setPressed] = useState(false)
  // If not all tabs fit, scrolls to the open one, even if an address opened it; the page itself doesn't scroll. Again
  // when it has another width, as after its font has come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open when the value has changed
  useEffect(() => {
    const all = list.current
    const open = all?.querySelector<HTMLElement>('[data-state=active]')
    if (!all || !open) return
    const sizes = new ResizeObserver(() => {
      all.scrollLeft = open.offsetLeft - (all.clientWidth - open.offsetWidth) / 2
    })
    sizes.observe(open)
    return () => sizes.disconnect()
  }, [value])
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List
        ref={list}
        aria-label={label}
        onPointerDownCapture={() => setPressed(true)}
        onKeyDownCapture={() => setPressed(false)}
        className={cx(
          'relative flex gap-0.5 overflow-x-auto border-line border-b sm:gap-1',
          toEdges ? 'max-sm:-mx-4.5 max-sm:px-3.5' : 'max-sm:-mx-1 max-sm:px-1',
        )}
      >
        {tabs.map(tab => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            onClick={() => onPress?.(tab.value)}
            className={cx(
              '-mb-px flex h-11 items-center gap-2 whitespace-nowrap rounded-t-md border-transparent border-b-2 px-2 font-semibold text-[0.9375rem] text-muted -outline-offset-2 transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-accent sm:px-3 sm:first:pl-0',
              tight && 'max-sm:px-1 max-sm:text-[0.8125rem]',
              pressed && 'outline-none',
            )}
          >
            {tab.label}
            {tab.note && <span className="numeric text-xs">{tab.note}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(tab => (
        <Radix.Content key={tab.value} value={tab.value} className="rounded-md pt-5 outline-offset-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
