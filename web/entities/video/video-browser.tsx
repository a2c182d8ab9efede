import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/entities/video.ts'
import { formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { GrowingList } from '../../ui/growing-list.tsx'
import { Select } from '../../ui/inputs/field.tsx'
import { SearchField } from '../../ui/inputs/search-field.tsx'
import { type Browsing, browse, browsingAll, type Order, orders, statusesIn } from './browse.ts'

/** With fewer videos than this, no search is shown. */
const toolsFrom = 6

/** A list of videos that stays usable when it grows: search, status, order, and rows that load while scrolling. */
export function VideoBrowser({
  videos,
  className,
  beside,
  actions,
  children,
}: {
  videos: readonly Video[]
  className: string
  /** a button beside the search, or in its place while there are too few videos for one */
  beside?: ReactNode
  /** rendered above the list; gets the videos left by search and status */
  actions?: (shown: readonly Video[]) => ReactNode
  children: (video: Video) => ReactNode
}) {
  const [browsing, setBrowsing] = useState(browsingAll)
  // Typing has priority; the list follows when there is time.
  const followed = useDeferredValue(browsing)
  const shown = useMemo(() => browse(videos, followed), [videos, followed])
  return (
    <>
      {videos.length >= toolsFrom ? (
        <Tools videos={videos} browsing={browsing} shown={shown.length} onChange={setBrowsing}>
          {beside}
        </Tools>
      ) : (
        beside && <div className="mb-4 flex justify-end">{beside}</div>
      )}
      {actions?.(shown)}
      {shown.length === 0 ? (
        <div className="rounded-xl border border-line border-dashed px-5 py-10 text-center">
          <p className="font-semibold">{texts.browse.nothing}</p>
          <Button variant="outline" size="sm" className="mt-4" onClick={() => setBrowsing(browsingAll)}>
            {texts.browse.showAll}
          </Button>
        </div>
      ) : (
        <GrowingList
          key={`${followed.search}|${followed.status}|${followed.order}`}
          items={shown}
          className={className}
        >
          {children}
        </GrowingList>
      )}
    </>
  )
}

function Tools({
  videos,
  browsing,
  shown,
  onChange,
  children,
}: {
  videos: readonly Video[]
  browsing: Browsing
  shown: number
  onChange: (browsing: Browsing) => void
  children: ReactNode
}) {
  const statuses = useMemo(() => statusesIn(videos), [videos])
  const change = (part: Partial<Browsing>) => onChange({ ...browsing, ...part })
  return (
    <search className="mb-4 grid grid-cols-2 gap-2.5 xl:grid-cols-[minmax(0,1fr)_9.5rem_9.5rem]">
      <div className="col-span-2 flex gap-2.5 xl:col-span-1">
        <SearchField
          className="flex-1"
          label={texts.browse.search}
          value={browsing.search}
          onChange={search => change({ search })}
        />
        {children}
      </div>
      <Select
        label={texts.browse.status}
        labelHidden
        className="h-11"
        value={browsing.status}
        onChange={event => change({ status: event.target.value as Browsing['status'] })}
        options={[
          { value: 'all', label: texts.browse.all },
          ...statuses.map(([status, count]) => ({
            value: status,
            label: `${texts.status[status]} (${formatNumber(count)})`,
          })),
        ]}
      />
      <Select
        label={texts.browse.order}
        labelHidden
        className="h-11"
        value={browsing.order}
        onChange={event => change({ order: event.target.value as Order })}
        options={orders.map(value => ({ value, label: texts.browse.orders[value] }))}
      />
      <p role="status" className="sr-only">
        {texts.browse.shown({ shown, all: videos.length })}
      </p>
    </search>
  )
}
