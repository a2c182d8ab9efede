import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { api } from '#contract/paths.ts'
import { factsOf, type Platform, platforms } from '#contract/publishing/constants.ts'
import type { PostChoices, Publication } from '#contract/publishing/publications.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/publishing.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { toastOf } from '../../lib/toast.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { dialogPart, part } from '../../ui/part/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { publicationsOfQuery, publishNow, queuePaths } from './calls.ts'
import { type PlatformStatuses, platformStatusesQuery } from './platform-statuses.ts'
import { isChosen } from './rules.ts'
import { isGoing, mayPublish, stateTone } from './standing.ts'
import { usePostChannel } from './use-post-channel.ts'

const { editor: words } = texts
const Posts = part(() => import('./posts-of-video.tsx'))
const ChannelChoice = part(() => import('./channel-choice.tsx'))
const PublishDialog = dialogPart(() => import('./publish-dialog.tsx'))

/** Where a video is published, with a button to publish it on each platform now. */
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

/** Whether a video is on its way to a channel, or published there. */
const isSent = (publications: readonly Publication[], platform: Platform, channelId: string | undefined) =>
  publications.some(
    one =>
      one.platform === platform &&
      one.channel?.id === channelId &&
      one.removedAt === null &&
      one.state !== 'failed' &&
      one.state !== 'cancelled',
  )

function PlatformLine({
  video,
  status,
}: {
  video: Pick<Video, 'id' | 'status'>
  status: PlatformStatuses[number]
}) {
  const { platform, state, label, note, url } = status
  const { postName: name, form } = factsOf(platform)
  const [chosen, setChosen] = useState<string>()
  const [asking, setAsking] = useState(false)
  const { channels, channel } = usePostChannel(platform, chosen)
  const several = channels.length > 1
  const { data: publications = [] } = useQuery({ ...publicationsOfQuery(video.id), enabled: several })
  const publish = useAction({
    mutationFn: (choices: PostChoices | undefined) =>
      // The channel on screen, even if the default has changed since.
      publishNow(video.id, { platform, choices, channelId: several ? channel?.id : undefined }),
    onDone: () => setAsking(false),
    done: toastOf(words.done, { platform: name }),
    failed: { title: words.publishFailed({ platform: name }), otherwise: texts.tryAgain },
    refresh: [api.videoPublications(video.id), ...queuePaths],
    refreshOn: 'settled',
  })
  // The platform's single line is about its best post; another channel can still get the video.
  const open = several ? !isSent(publications, platform, channel?.id) : state === null || state === 'failed'
  const asks = form !== null && channel !== undefined && !isChosen(form, {}, channel.defaultPrivacy)
  return (
    <li className="px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <h3 className="min-w-32 flex-1 font-semibold">{name}</h3>
        <Badge tone={state ? stateTone(state) : 'gray'} live={state !== null && isGoing(state)}>
          {label}
        </Badge>
        {url && (
          <ButtonLink href={url} target="_blank" rel="noreferrer" variant="quiet" size="sm">
            {words.watch}
          </ButtonLink>
        )}
        {open && mayPublish(video.status) && (
          <Button
            variant="outline"
            size="sm"
            aria-label={words.publish({ platform: name })}
            busy={publish.isPending}
            onClick={() => (asks ? setAsking(true) : publish.mutate(undefined))}
          >
            {publish.isPending ? words.publishing : name}
          </Button>
        )}
      </div>
      {several && mayPublish(video.status) && (
        <div className="mt-2.5 max-w-72">
          <Suspense>
            <ChannelChoice platform={platform} value={chosen} onChange={setChosen} />
          </Suspense>
        </div>
      )}
      {note && <p className="mt-1.5 break-words text-muted text-sm">{note}</p>}
      <Suspense>{state === 'published' && <Posts videoId={video.id} platform={platform} />}</Suspense>
      <Suspense>
        {asking && (
          <PublishDialog
            platform={platform}
            channel={channel}
            busy={publish.isPending}
            onPublish={publish.mutate}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </li>
  )
}
