import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/held-uploads.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { heldUploadsQuery } from './calls.ts'

const refresh = [api.heldUploads, api.myVideos, api.myVideosDetailed, api.user]

/** Uploads from before the address was confirmed; renders nothing if there are none. */
export function UploadsSection() {
  const { data } = useQuery(heldUploadsQuery)
  const { failed } = texts
  const accepting = useAction({
    mutationFn: () => call('acceptUploads'),
    done: texts.accepted,
    failed,
    refresh,
  })
  const discarding = useAction({
    mutationFn: () => call('discardUploads'),
    done: texts.discarded,
    failed,
    refresh,
  })
  if (!data?.videos.length) return null
  return (
    <Section id="held-uploads" title={texts.title}>
      <p className="max-w-prose text-muted">{texts.explain}</p>
      <ul className="my-4 divide-y divide-line border-line border-y">
        {data.videos.map(video => (
          <li key={video.id} className="py-3">
            <p className="font-semibold break-words">{video.title}</p>
            <p className="text-muted text-sm break-words">
              {video.fileName} · {texts.uploaded({ when: formatDateTime(video.createdAt) })}
            </p>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button busy={accepting.isPending} disabled={discarding.isPending} onClick={() => accepting.mutate()}>
          {accepting.isPending ? texts.accepting : texts.accept}
        </Button>
        <Button
          variant="danger"
          busy={discarding.isPending}
          disabled={accepting.isPending}
          onClick={() => discarding.mutate()}
        >
          {discarding.isPending ? texts.discarding : texts.discard}
        </Button>
      </div>
    </Section>
  )
}
