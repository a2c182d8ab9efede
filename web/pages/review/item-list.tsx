import type { ReactNode } from 'react'

/** A tab's items, or a message that it has none. */
export const ItemList = ({
  length,
  empty,
  note,
  shown,
}: {
  length: number
  empty: string
  /** below the list */
  note: string | undefined
  shown: ReactNode
}) =>
  length === 0 ? (
    <p className="rounded-lg border border-line border-dashed px-5 py-8 text-center font-semibold">{empty}</p>
  ) : (
    <>
      <ol className="space-y-2.5">{shown}</ol>
      {note && <p className="mt-3 text-muted text-xs">{note}</p>}
    </>
  )
