import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AiProcessedVideo } from '#contract/review.ts'
import { choosableQuery } from '../../features/publishing/calls.ts'
import { mayPublish } from '../../features/publishing/standing.ts'
import { texts } from '../../features/publishing/texts.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select, TextField } from '../../ui/inputs/field.tsx'

const { dialog: words } = texts

/** Selects one of the publishable videos, with a search. */
export function VideoChoice({
  value,
  onChange,
}: {
  value: AiProcessedVideo | null
  onChange: (video: AiProcessedVideo | null) => void
}) {
  const [search, setSearch] = useState('')
  const query = useInfiniteQuery(choosableQuery(useSettled(search.trim())))
  const found = query.data?.pages.flatMap(page => page.items).filter(video => mayPublish(video.status)) ?? []
  // The selection stays while searching.
  const shown = value && found.every(video => video.id !== value.id) ? [value, ...found] : found
  if (query.isError && !query.data)
    return <ErrorState title={words.videosFailed} error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="space-y-3">
      <TextField
        label={words.find}
        type="search"
        maxLength={100}
        value={search}
        onChange={event => setSearch(event.target.value)}
      />
      <Select
        label={words.video}
        value={value?.id ?? ''}
        hint={query.isSuccess && shown.length === 0 && !search ? words.noVideos : undefined}
        options={[
          { value: '', label: words.choose },
          ...shown.map(({ id, title, user }) => ({
            value: id,
            label: [title, user.firstName].filter(Boolean).join(' · '),
          })),
        ]}
        onChange={event => onChange(shown.find(video => video.id === event.target.value) ?? null)}
      />
    </div>
  )
}
