import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { calendarEntriesShown } from '#contract/publishing/constants.ts'
import { texts } from '#texts/features/publishing.ts'
import { calendarQuery } from '../../features/publishing/calls.ts'
import { viewerZone } from '../../features/publishing/rules.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { part } from '../../ui/part/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CalendarEntries } from './calendar-entry.tsx'

const BestHours = part(() => import('./best-hours.tsx'))
const CalendarGrid = part(() => import('./calendar-grid.tsx'))
const { calendar: words } = texts
type View = keyof typeof words.views
const views = Object.keys(words.views) as View[]

/** Planned publications: the next ones as a list, or those of a week or a month; and the best hours. */
export default function CalendarTab() {
  const [view, setView] = useState<View>('list')
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Segments
          label={words.view}
          value={view}
          onChange={setView}
          options={views.map(value => ({ value, label: words.views[value] }))}
        />
        <p className="text-muted text-sm">{texts.dialog.zone({ zone: viewerZone() })}</p>
      </div>
      {view === 'list' ? (
        <Upcoming />
      ) : (
        <Suspense fallback={<Skeleton className="h-64" />}>
          {view === 'hours' ? <BestHours /> : <CalendarGrid key={view} span={view} />}
        </Suspense>
      )}
    </div>
  )
}

function Upcoming() {
  return (
    <Loaded
      query={useQuery(calendarQuery())}
      skeleton={<Skeleton className="h-64" />}
      failed={words.failed}
      empty={
        <EmptyState title={words.empty} seed={83}>
          {words.emptyText}
        </EmptyState>
      }
    >
      {entries => <CalendarEntries entries={entries.slice(0, calendarEntriesShown)} />}
    </Loaded>
  )
}
