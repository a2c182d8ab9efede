import { useState } from 'react'
import type { z } from 'zod'
import { factsOf, type Platform, platformNames } from '#contract/publishing/constants.ts'
import type { PlatformMetadata } from '#contract/publishing/publications.ts'
import type { schedulePreview } from '#contract/publishing/scheduling.ts'
import { texts } from '#texts/features/publishing.ts'
import { PostPreview } from '../../features/publishing/post-preview.tsx'
import { measuresOf } from '../../features/publishing/rules.ts'
import { usePostChannel } from '../../features/publishing/use-post-channel.ts'
import { WordsFields } from '../../features/review/words-fields.tsx'
import { formatMoment } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Reach } from './reach.tsx'

const { dialog: words } = texts
type Preview = z.infer<typeof schedulePreview>

/**
 * What scheduling would do: the time and why, the expected reach, problems, and the editable text.
 * @param current whether it is about the form as it is now, so that it says which texts are sent
 */
export function SchedulePreview({
  preview,
  cover,
  stale,
  current,
  again,
  onAgain,
  typed,
  onTyped,
}: {
  preview: Preview
  /** address of the video's thumbnail */
  cover: string | null
  stale: boolean
  current: boolean
  again: boolean
  onAgain: (again: boolean) => void
  typed: Partial<Record<Platform, PlatformMetadata>>
  onTyped: (platform: Platform, metadata: PlatformMetadata | null) => void
}) {
  return (
    <div aria-busy={stale} className="space-y-4">
      {preview.warnings.length > 0 && (
        <Alert tone="warning" title={words.warnings}>
          <ul className="space-y-1">
            {preview.warnings.map(warning => (
              <li key={`${warning.platform} ${warning.kind}`}>
                {platformNames[warning.platform]}: {warning.sentence}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {(again || preview.warnings.some(warning => warning.kind === 'same_video')) && (
        <Checkbox checked={again} onChange={onAgain}>
          {words.again}
        </Checkbox>
      )}
      <ul className="space-y-4">
        {preview.items.map(item => (
          <Item
            key={item.platform}
            item={item}
            cover={cover}
            changed={typed[item.platform] ?? null}
            current={current}
            onChange={metadata => onTyped(item.platform, metadata)}
          />
        ))}
      </ul>
    </div>
  )
}

function Item({
  item,
  cover,
  changed,
  current,
  onChange,
}: {
  item: Preview['items'][number]
  cover: string | null
  changed: PlatformMetadata | null
  current: boolean
  onChange: (metadata: PlatformMetadata | null) => void
}) {
  const { platform } = item
  // On a channel with other units, the fields that nobody changed read differently.
  const metadata = current ? item.metadata : (changed ?? item.metadata)
  const measures = measuresOf(platform, metadata)
  // Problems with the text are beside their fields.
  const { channels } = usePostChannel(platform, item.channel.id)
  const others = item.problems.filter(problem => !measures.some(measure => measure.field === problem.field))
  const [open, setOpen] = useState(measures.some(measure => measure.problem))
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      {/* An upright post is beside the facts, a wide one below them. */}
      <div className="flex flex-wrap gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-36">
          <h4 className="break-words font-semibold">
            {[platformNames[platform], channels.length > 1 && item.channel.name].filter(Boolean).join(' · ')}
          </h4>
          <p className="numeric mt-1">
            {item.timing === 'immediate'
              ? words.atOnce
              : words.goesOut({ when: formatMoment(item.scheduledFor) })}
          </p>
          {item.timing !== 'immediate' && <p className="text-muted text-sm">{item.reason}</p>}
          <p className="mt-1 text-muted text-sm">
            {item.content} · <Reach views={item.estimatedReach} reasoning={item.reachReasoning} />
          </p>
        </div>
        <PostPreview platform={platform} channel={item.channel.name} cover={cover} metadata={metadata} />
      </div>
      {others.map(problem => (
        <p key={problem.field} className="mt-1.5 text-danger text-sm">
          {problem.sentence}
        </p>
      ))}
      <details className="mt-2" open={open} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className="w-fit cursor-pointer rounded-sm py-1 font-semibold text-accent text-sm">
          {words.words({ platform: platformNames[platform] })}
        </summary>
        <div className="mt-3 space-y-4">
          <WordsFields facts={factsOf(platform)} value={metadata} onChange={onChange} />
          {changed && (
            <Button size="sm" variant="quiet" onClick={() => onChange(null)}>
              {words.reset}
            </Button>
          )}
        </div>
      </details>
    </li>
  )
}
