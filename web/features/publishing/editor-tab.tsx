import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import { factsOf, platforms } from '#contract/publishing/constants.ts'
import type { publishNowBody } from '#contract/publishing/publications.ts'
import type { Video } from '#contract/videos.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { queuePaths } from './calls.ts'
import { type PlatformStatuses, platformStatusesQuery } from './platform-statuses.ts'
import { isGoing, mayPublish, stateTone } from './standing.ts'
import { texts } from './texts.ts'

const { editor: words } = texts
const Posts = lazy(() => import('./posts-of-video.tsx'))

/** Where a video is published, and sends it to a platform at once with the words it has been given. */
export function PublishingTab({ video }: { video: Pick<Video, 'id' | 'status'> }) {
  return (
    <Loaded
      query={useQuery(platformStatusesQuery(video.id))}
      skeleton={<Skeleton className="h-40" />}
      failed={words.failed}
    >
      {statuses => (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {platforms.map(platform => {
            const status = statuses.find(one => one.platform === platform)
            return status && <PlatformLine key={platform} video={video} status={status} />
          })}
        </ul>
      )}
    </Loaded>
  )
}

function PlatformLine({
  video,
  status,
}: {
  video: Pick<Video, 'id' | 'status'>
  status: PlatformStatuses[number]
}) {
  const { platform, state, label, note, url } = status
  const { postName: name } = factsOf(platform)
  const publish = useAction({
    mutationFn: () =>
      call('publishNow', {
        params: { id: video.id },
        body: {
          platform,
        } satisfies z.input<typeof publishNowBody>,
      }),
    done: words.done(name),
    failed: { title: words.publishFailed(name), otherwise: texts.tryAgain },
    refresh: [api.videoPublications(video.id), ...queuePaths],
    refreshOn: 'settled',
  })
  return (
    <li className="px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <h3 className="min-w-32 flex-1 font-semibold">{name}</h3>
        <Badge tone={state ? stateTone(state) : 'grey'} live={state !== null && isGoing(state)}>
          {label}
        </Badge>
        {url && (
          <ButtonLink href={url} target="_blank" rel="noreferrer" variant="quiet" size="sm">
            {words.watch}
          </ButtonLink>
        )}
        {(state === null || state === 'failed') && mayPublish(video.status) && (
          <Button
            variant="outline"
            size="sm"
            aria-label={words.publish(name)}
            busy={publish.isPending}
            onClick={() => publish.mutate()}
          >
            {publish.isPending ? words.publishing : name}
          </Button>
        )}
      </div>
      {note && <p className="mt-1.5 break-words text-muted text-sm">{note}</p>}
      <Suspense>{state === 'published' && <Posts videoId={video.id} platform={platform} />}</Suspense>
    </li>
  )
}
