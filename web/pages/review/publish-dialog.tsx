import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { factsOf, platformNames } from '#contract/publishing/constants.ts'
import type { schedulePreview } from '#contract/publishing/scheduling.ts'
import { publishUndoSeconds } from '#contract/rejections.ts'
import type { AiProcessedVideo } from '#contract/review.ts'
import { texts as words } from '#texts/features/review/publishing.ts'
import { PostPreview } from '../../features/publishing/post-preview.tsx'
import { reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { cx } from '../../lib/cx.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PlatformIcon } from '../../ui/platform-icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Plan = z.infer<typeof schedulePreview>

/** Before a video is published: where it goes, as what and when, and how its posts look there. */
export default function PublishDialog({
  video,
  busy,
  onPublish,
  onClose,
}: {
  video: AiProcessedVideo
  busy: boolean
  onPublish: () => void
  onClose: () => void
}) {
  const query = useQuery({ ...reading('publishPreview', { params: { id: video.id } }), ...fresh, gcTime: 0 })
  return (
    <Dialog open onClose={onClose} title={words.title({ title: video.title })}>
      <Loaded query={query} skeleton={<Skeleton className="h-72" />} failed={words.failed}>
        {plan => (
          <div className="space-y-5">
            <Posts plan={plan} cover={video.thumbnailUrl} />
            <DialogButtons
              label={words.confirm}
              busy={busy}
              disabled={plan.items.some(({ problems }) => problems.length > 0)}
              onSend={onPublish}
              onCancel={onClose}
            />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function Posts({ plan: { items, warnings }, cover }: { plan: Plan; cover: string | null }) {
  if (items.length === 0) return <p>{words.here}</p>
  return (
    <>
      <p>{words.waits({ seconds: publishUndoSeconds })}</p>
      {warnings.map(({ platform, kind, sentence }) => (
        <Alert key={`${platform} ${kind}`} tone="warning" title={sentence} />
      ))}
      <ul className={cx('grid items-start gap-4', items.length > 1 && 'sm:grid-cols-2')}>
        {items.map(({ platform, channel, content, metadata, problems }) => (
          <li key={platform} className="rounded-lg border border-line bg-surface p-4">
            <h3 className="flex flex-wrap items-center gap-2 font-semibold">
              <PlatformIcon path={factsOf(platform).channel.icon} />
              {platformNames[platform]}
              <span className="break-words font-normal text-muted">
                {[channel.name, content].join(' · ')}
              </span>
            </h3>
            {problems.map(({ field, sentence }) => (
              <p key={field} className="mt-1.5 text-danger text-sm">
                {sentence}
              </p>
            ))}
            <div className="mt-3">
              <PostPreview platform={platform} channel={channel.name} cover={cover} metadata={metadata} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
