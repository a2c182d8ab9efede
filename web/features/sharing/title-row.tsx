import type { ReactNode } from 'react'

/** The title below a player, with what can be done beside it. */
export const TitleRow = ({
  title,
  facts,
  actions,
}: {
  title: ReactNode
  facts?: ReactNode
  actions?: ReactNode
}) => (
  <div className="mt-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
    <div className="min-w-0 flex-1 basis-64">
      {title}
      {facts}
    </div>
    {actions}
  </div>
)
