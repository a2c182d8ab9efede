import type { ReactNode } from 'react'
import { Tabs } from './tabs.tsx'

/** The tab named in the address, or `otherwise` if there is no such tab. */
export const tabOf = <Name extends string>(
  labels: Record<Name, string>,
  asked: string | null,
  otherwise: NoInfer<Name>,
): Name => (asked !== null && Object.hasOwn(labels, asked) ? (asked as Name) : otherwise)

/**
 * Tabs by name, each with a heading for screen readers. Only the open one renders: others may hold thousands of rows.
 */
export function NamedTabs<Name extends string>({
  label,
  labels,
  notes,
  open,
  onOpen,
  contents,
}: {
  label: string
  labels: Record<Name, string>
  /** beside a label: a count or a state */
  notes?: Partial<Record<Name, string | undefined>>
  open: Name
  onOpen: (name: string) => void
  contents: Record<Name, () => ReactNode>
}) {
  return (
    <Tabs
      label={label}
      value={open}
      onChange={onOpen}
      tight
      toEdges
      tabs={(Object.keys(labels) as Name[]).map(name => ({
        value: name,
        label: labels[name],
        note: notes?.[name],
        content: name === open && (
          <>
            <h2 className="sr-only">{labels[name]}</h2>
            {contents[name]()}
          </>
        ),
      }))}
    />
  )
}
