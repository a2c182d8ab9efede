import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { type Platform, platformFacts, platformNames, platforms } from '#contract/publishing/constants.ts'
import type { PublicationContent } from '#contract/publishing/publications.ts'
import type { AiProcessedVideo } from '#contract/review.ts'
import { texts as videoTexts } from '#texts/entities/video.ts'
import { texts } from '#texts/features/publishing.ts'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { choosableQuery } from '../../features/publishing/calls.ts'
import ChannelChoice from '../../features/publishing/channel-choice.tsx'
import { PostChoice } from '../../features/publishing/post-choice.tsx'
import { contentName, contentOf, viewerZone } from '../../features/publishing/rules.ts'
import { mayPublish } from '../../features/publishing/standing.ts'
import { reelsQuery } from '../../features/reels/calls.ts'
import { reviewQuery } from '../../features/review/calls.ts'
import { compilationsOf, highlightsOf } from '../../features/review/rules.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { formatClock, formatLength, formatList } from '../../lib/format.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Select, TextField } from '../../ui/inputs/field.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { SchedulePreview } from './schedule-preview.tsx'
import { type Schedule, useSchedule } from './use-schedule.ts'

const { dialog: words } = texts
const { content: contentWords } = texts.dialog

/** Chooses what to publish where and when, with a live preview of the result. */
export default function ScheduleDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open wide onClose={onClose} title={texts.schedule}>
      <ScheduleForm onClose={onClose} />
    </Dialog>
  )
}

function ScheduleForm({ onClose }: { onClose: () => void }) {
  const form = useSchedule(onClose)
  const { fields, change, choose, chooseChannel, schedule, ready } = form
  const { video, immediate } = fields
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        schedule.mutate()
      }}
    >
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="min-w-0 space-y-5">
          <VideoChoice value={video} onChange={choose} />
          {video && (
            <ContentChoice
              key={video.id}
              video={video}
              value={fields.content}
              onChange={content => change({ content })}
            />
          )}
          <PlatformChoice value={fields.chosen} onChange={chosen => change({ chosen })} />
          {fields.chosen.map(platform => (
            <Fragment key={platform}>
              <ChannelChoice
                platform={platform}
                value={fields.channels[platform]}
                onChange={id => chooseChannel(platform, id)}
              />
              <PostChoice
                platform={platform}
                channelId={fields.channels[platform]}
                value={fields.choices[platform] ?? {}}
                onChange={value => change({ choices: { ...fields.choices, [platform]: value } })}
              />
            </Fragment>
          ))}
          <TimeChoice {...form} />
        </div>
        <section aria-labelledby="schedule-preview" className="min-w-0">
          <h3 id="schedule-preview" className="heading mb-3 text-[1.375rem]">
            {words.preview}
          </h3>
          <Preview {...form} />
        </section>
      </div>
      <DialogButtons
        label={schedule.isPending ? words.submitting : immediate ? words.submitNow : words.submit}
        busy={schedule.isPending}
        disabled={!ready}
        onCancel={onClose}
      />
    </form>
  )
}

const PlatformChoice = ({
  value,
  onChange,
}: {
  value: readonly Platform[]
  onChange: (value: readonly Platform[]) => void
}) => (
  <fieldset className="min-w-0">
    <legend className="mb-1.5 font-semibold text-sm">{words.platforms}</legend>
    <div className="flex flex-wrap gap-2.5">
      {platforms.map(platform => (
        <Checkbox
          key={platform}
          className="h-11 rounded-md border border-line-strong/55 bg-surface px-3.5 font-semibold has-checked:border-accent"
          checked={value.includes(platform)}
          onChange={on => onChange(on ? [...value, platform] : value.filter(one => one !== platform))}
        >
          {platformNames[platform]}
        </Checkbox>
      ))}
    </div>
  </fieldset>
)

function Preview({ fields, change, complete, preview, current }: Schedule) {
  if (!complete) return <p className="text-muted">{words.previewEmpty}</p>
  if (preview.error)
    return (
      <Alert tone="danger" title={words.previewFailed}>
        {sentenceOf(preview.error, texts.tryAgain)}
      </Alert>
    )
  if (!preview.data)
    return (
      <p role="status" className="text-muted">
        {words.looking}
      </p>
    )
  return (
    <SchedulePreview
      preview={preview.data}
      cover={fields.video?.thumbnailUrl ?? null}
      stale={preview.isPlaceholderData}
      current={current}
      again={fields.again}
      onAgain={again => change({ again })}
      typed={fields.typed}
      onTyped={(platform, metadata) => {
        const { [platform]: _before, ...others } = fields.typed
        change({ typed: metadata ? { ...others, [platform]: metadata } : others })
      }}
    />
  )
}

/** One of the publishable videos by its picture and title, with a search. */
function VideoChoice({
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
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-semibold text-sm">{words.video}</legend>
        {query.isSuccess && shown.length === 0 && (
          <p className="text-muted text-sm">{search ? videoTexts.browse.nothing : words.noVideos}</p>
        )}
        <ul className="max-h-64 space-y-1 overflow-y-auto rounded-md border border-line-strong/55 bg-surface p-1 empty:hidden">
          {shown.map(video => (
            <li key={video.id}>
              <label className="flex cursor-pointer items-center gap-3 rounded-sm p-1.5 hover:bg-ink/5 has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-accent">
                <input
                  type="radio"
                  name="video"
                  className="size-4.5 shrink-0 accent-(--accent)"
                  checked={video.id === value?.id}
                  onChange={() => onChange(video)}
                />
                <Thumbnail video={{ thumbnailUrl: video.thumbnailUrl, duration: 0 }} className="w-16" />
                <span className="line-clamp-2 min-w-0 break-words text-[0.9375rem]">
                  {[video.title, video.user.firstName].filter(Boolean).join(' · ')}
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </div>
  )
}

/** The platforms that get the whole video, or those that get a part of it. */
const namesOf = (whole: boolean): string =>
  formatList(platformFacts.filter(one => one.wholeVideo === whole).map(({ name }) => name))

/** What to post from a video: the best fit for each platform, all of it, or a part that staff have approved. */
function ContentChoice({
  video,
  value,
  onChange,
}: {
  video: AiProcessedVideo
  value: PublicationContent
  onChange: (content: PublicationContent) => void
}) {
  const { data: review } = useQuery(reviewQuery(video.id))
  const { data: made = [] } = useQuery(reelsQuery(video.id))
  const highlights = highlightsOf(video, review?.trims)
  const reels = compilationsOf(video)
  const approved = [
    ...(review?.approvedHighlights ?? []).flatMap(index => {
      const of = highlights[index]
      if (!of) return []
      const span = `${formatClock(of.start)}–${formatClock(of.end)}`
      return {
        value: contentName({ kind: 'highlight', index }),
        label: contentWords.highlight({ number: index + 1, what: of.description, span }),
      }
    }),
    ...(review?.approvedCompilations ?? []).flatMap(index => {
      const of = reels[index]
      if (!of) return []
      return {
        value: contentName({ kind: 'reel', index }),
        label: contentWords.reel({
          number: index + 1,
          title: of.title,
          length: formatLength(of.totalDuration),
        }),
      }
    }),
    ...made.flatMap(({ id, verdict, clip, plan }) =>
      verdict === 'approved' && clip
        ? [
            {
              value: contentName({ kind: 'made', reel: id }),
              label: plan.title
                ? contentWords.made({ title: plan.title, length: formatLength(clip.duration) })
                : contentWords.madeUntitled({ length: formatLength(clip.duration) }),
            },
          ]
        : [],
    ),
  ]
  return (
    <Select
      label={contentWords.label}
      value={contentName(value)}
      hint={
        value.kind === 'auto'
          ? contentWords.autoHint({ whole: namesOf(true), best: namesOf(false) })
          : review && approved.length === 0
            ? contentWords.noneApproved
            : undefined
      }
      options={[
        { value: 'auto', label: contentWords.auto },
        { value: 'video', label: contentWords.video },
        ...approved,
      ]}
      onChange={event => onChange(contentOf(event.target.value))}
    />
  )
}

/** When to publish: now, at the best hour, or at a custom time. */
const TimeChoice = ({ fields, change, field, customError }: Schedule) => (
  <fieldset className="min-w-0 space-y-3.5">
    <legend className="mb-1.5 font-semibold text-sm">{words.when}</legend>
    <Toggle checked={fields.immediate} onChange={immediate => change({ immediate })}>
      {words.immediate}
    </Toggle>
    <Toggle
      checked={fields.useOptimalTiming}
      disabled={fields.immediate}
      hint={words.optimalText}
      onChange={useOptimalTiming => change({ useOptimalTiming })}
    >
      {words.optimal}
    </Toggle>
    <TextField
      label={words.custom}
      hint={`${words.customHint} ${words.zone({ zone: viewerZone() })}`}
      error={customError}
      disabled={fields.immediate}
      maxLength={200}
      {...field('customSchedule')}
    />
  </fieldset>
)

const Toggle = ({
  checked,
  disabled = false,
  hint,
  onChange,
  children,
}: {
  checked: boolean
  disabled?: boolean
  hint?: string
  onChange: (checked: boolean) => void
  children: ReactNode
}) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control
  <label className="flex cursor-pointer items-center justify-between gap-4">
    <span>
      <span className="block font-medium text-[0.9375rem]">{children}</span>
      {hint && <span className="block text-muted text-sm">{hint}</span>}
    </span>
    <Switch checked={checked} disabled={disabled} onChange={event => onChange(event.target.checked)} />
  </label>
)
