import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'

export interface Tab {
  value: string
  label: string
  /** shown beside the label: a count or a state */
  note?: string | undefined
  content: ReactNode
}

/** Tabs under one hairline; arrow keys move between them. */
export function Tabs({
  tabs,
  label,
  value,
  onChange,
}: {
  tabs: Tab[]
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List aria-label={label} className="-mx-1 flex gap-1 overflow-x-auto border-line border-b px-1">
        {tabs.map(tab => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-11 items-center gap-2 whitespace-nowrap rounded-t-md border-transparent border-b-2 px-3 font-semibold text-[0.9375rem] text-muted -outline-offset-2 transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-accent"
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
