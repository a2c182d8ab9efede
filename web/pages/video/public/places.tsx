import type { ReactNode } from 'react'
import { TitleRow } from '../../../features/sharing/title-row.tsx'

/** Where the parts of a published video's page are: the same while it loads, so that nothing moves. */
export const PublicPlaces = ({
  stage,
  title,
  facts,
  actions,
  words,
  panel,
  data,
  children,
}: {
  /** the player */
  stage: ReactNode
  title: ReactNode
  facts?: ReactNode
  actions?: ReactNode
  words?: ReactNode
  /** beside the player on a desktop */
  panel?: ReactNode
  /** below the player */
  data?: ReactNode
  /** below everything */
  children?: ReactNode
}) => (
  <div className="page py-5 sm:py-8">
    <div className="grid grid-cols-1 items-start gap-7 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0 lg:col-start-1">
        {stage}
        <TitleRow title={title} facts={facts} actions={actions} />
        {words}
      </div>
      {panel && <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">{panel}</div>}
      {data && <div className="min-w-0 lg:col-start-1">{data}</div>}
    </div>
    {children}
  </div>
)
