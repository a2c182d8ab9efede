import { useQuery } from '@tanstack/react-query'
import { type ChannelKind, channelFacts, plannedColumns } from '#contract/publishing/constants.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/publications.ts'
import { cx } from '../../lib/cx.ts'
import { useSeen } from '../../lib/use-seen.ts'
import { PlatformIcon } from '../../ui/platform-icon.tsx'
import { platformStatusesQuery } from './platform-statuses.ts'
import { distributed, mayPublish } from './standing.ts'

const columns: readonly { short: string; name: string; kind?: ChannelKind; icon?: string }[] = [
  ...channelFacts,
  ...plannedColumns,
]

/**
 * Where a video is published, channel by channel, including platforms to come.
 * @param alone not in a list of many, where it is smaller, and fetched only once visible
 */
export function PlatformGrid({
  video,
  alone = false,
}: {
  video: Pick<Video, 'id' | 'status'>
  alone?: boolean
}) {
  const [ref, seen] = useSeen<HTMLFieldSetElement>(250)
  const { data } = useQuery({
    ...platformStatusesQuery(video.id),
    enabled: (alone || seen) && mayPublish(video.status),
  })
  return (
    <fieldset ref={ref} className="min-w-0">
      <legend className={alone ? 'mb-2 font-semibold text-sm' : 'sr-only'}>{texts.title}</legend>
      <ul
        className={cx(
          'grid grid-cols-2 border-line sm:grid-cols-4',
          alone ? 'gap-px overflow-hidden rounded-lg border bg-line' : 'gap-x-4 gap-y-1.5 border-t pt-3',
        )}
      >
        {columns.map(({ short, name, kind, icon }) => {
          const status = kind && distributed(data ?? [], kind)
          return (
            <li
              key={short}
              className={
                alone ? 'bg-surface px-3 py-2.5' : 'flex items-center gap-x-2 sm:flex-col sm:items-start'
              }
            >
              <p className="flex items-center gap-1.5 font-bold text-sm">
                {icon && <PlatformIcon path={icon} />}
                <abbr title={name} className="no-underline">
                  {short}
                </abbr>
              </p>
              <p className="whitespace-nowrap text-muted text-xs">
                {status?.url && status.state === 'published' ? (
                  <a
                    href={status.url}
                    target="_blank"
                    rel="noreferrer"
                    className="inline-block min-h-6 rounded-sm py-0.5 font-semibold text-accent"
                  >
                    {texts.states[status.state]}
                  </a>
                ) : status?.state ? (
                  texts.states[status.state]
                ) : (
                  texts.notPublished
                )}
              </p>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
