import type { ReactNode } from 'react'

/** What a tab holds, or that it holds nothing. */
export const ItemList = ({ length, empty, shown }: { length: number; empty: string; shown: ReactNode }) =>
  length === 0 ? (
    <p className="rounded-lg border border-line border-dashed px-5 py-8 text-center font-semibold">{empty}</p>
  ) : (
    <ol className="space-y-2.5">{shown}</ol>
  )
