import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/enhanced-dashboard.ts'
import { clipsOf } from '../../entities/video/rules.ts'
import { projectionQuery } from '../../features/earnings/projection.ts'
import { formatMoney } from '../../lib/format.ts'
import { Section } from '../../ui/card.tsx'
import { GrowingList } from '../../ui/growing-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { projectionOf } from './rules.ts'

const { earnings } = texts

/** What the videos could earn, in total and one by one. */
export function EarningsTab({ videos }: { videos: UseQueryResult<Video[]> }) {
  const projection = useQuery(projectionQuery)
  const analyzed = useMemo(
    () =>
      (videos.data ?? [])
        .filter(video => video.aiProcessingStatus === 'completed')
        .map(video => ({ video, clips: clipsOf(video) }))
        .map(({ video, clips }) => ({ video, count: clips.length, dollars: projectionOf(clips) }))
        .sort((a, b) => b.dollars - a.dollars),
    [videos.data],
  )
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[21rem_minmax(0,1fr)]">
      <Section id="monthly-projection" title={earnings.title}>
        <Loaded
          query={projection}
          skeleton={<Skeleton className="h-12 w-40" />}
          failed={earnings.failed}
          lateError="instead"
        >
          {({ projectedEarnings }) => (
            <p className="figure text-[3rem] text-accent leading-none">{formatMoney(projectedEarnings)}</p>
          )}
        </Loaded>
        <p className="mt-2 text-muted text-sm">{earnings.condition}</p>
        <dl className="mt-5 divide-y divide-line border-line border-t text-[0.9375rem]">
          {earnings.facts.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-4 py-2.5">
              <dt className="text-muted">{name}</dt>
              <dd className="numeric font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="video-projections" title={earnings.perVideo}>
        {analyzed.length === 0 ? (
          <p className="text-muted">{videos.isPending ? texts.loading : earnings.none}</p>
        ) : (
          <>
            <p className="-mt-2 mb-3 text-muted text-sm">{earnings.perVideoNote}</p>
            <GrowingList items={analyzed} className="divide-y divide-line border-line border-t">
              {({ video, count, dollars }) => (
                <li key={video.id} className="flex items-baseline justify-between gap-4 py-3">
                  <span className="min-w-0">
                    <span className="line-clamp-1 font-medium">{video.title}</span>
                    <span className="numeric text-muted text-sm">{earnings.highlights({ count })}</span>
                  </span>
                  <span className="figure text-[1.5rem] leading-none">{formatMoney(dollars)}</span>
                </li>
              )}
            </GrowingList>
          </>
        )}
      </Section>
    </div>
  )
}
