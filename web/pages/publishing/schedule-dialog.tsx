import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PlatformMetadata, PublicationContent } from '#contract/publishing.ts'
import { type Platform, platformNames, platforms } from '#contract/publishing-constants.ts'
import type { AiProcessedVideo } from '#contract/review.ts'
import {
  choosableQuery,
  previewQuery,
  queueReads,
  type ScheduleBody,
} from '../../features/publishing/calls.ts'
import { measuresOf, viewerZone } from '../../features/publishing/rules.ts'
import { mayPublish } from '../../features/publishing/standing.ts'
import { texts } from '../../features/publishing/texts.ts'
import { ApiError, sentenceOf } from '../../lib/api.ts'
import { call } from '../../lib/call.ts'
import { useAction } from '../../lib/use-action.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ContentChoice } from './content-choice.tsx'
import { SchedulePreview } from './schedule-preview.tsx'

const { dialog: words } = texts
const suiting: PublicationContent = { kind: 'auto' }
type Texts = Partial<Record<Platform, PlatformMetadata>>

/** Chooses what goes out where and when; what would come of it is shown while one chooses. */
export default function ScheduleDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open wide onClose={onClose} title={texts.schedule}>
      <ScheduleForm onClose={onClose} />
    </Dialog>
  )
}

function ScheduleForm({ onClose }: { onClose: () => void }) {
  const [video, setVideo] = useState<AiProcessedVideo | null>(null)
  const [content, setContent] = useState(suiting)
  const [chosen, setChosen] = useState<readonly Platform[]>([])
  const [immediate, setImmediate] = useState(false)
  const [useOptimalTiming, setOptimal] = useState(true)
  const [customSchedule, setCustom] = useState('')
  const [again, setAgain] = useState(false)
  const [typed, setTyped] = useState<Texts>({})
  const videoId = video?.id ?? ''
  const body: ScheduleBody = {
    videoId,
    content,
    platforms: platforms.filter(platform => chosen.includes(platform)),
    immediate,
    useOptimalTiming,
    customSchedule: customSchedule.trim(),
    timeZone: viewerZone(),
    again,
    metadata: Object.fromEntries(
      Object.entries(typed).filter(([platform]) => chosen.includes(platform as Platform)),
    ),
  }
  const settled = useSettled(JSON.stringify(body), 300)
  const complete = videoId !== '' && chosen.length > 0
  const asked = JSON.parse(settled) as ScheduleBody
  const preview = useQuery({
    ...previewQuery(asked.videoId ?? '', asked),
    enabled: complete && asked.videoId !== '' && asked.platforms.length > 0,
  })
  const refused = preview.error
  const customRefused = refused instanceof ApiError && refused.field === 'customSchedule'
  const tooLong = Object.entries(typed).some(([platform, metadata]) =>
    measuresOf(platform as Platform, metadata).some(measure => measure.problem),
  )
  const schedule = useAction({
    mutationFn: () => call('schedulePublish', { params: { id: videoId }, body }),
    onDone: onClose,
    done: ({ publications }) => words.done(publications.length),
    failed: { title: words.failed, otherwise: texts.tryAgain },
    refresh: queueReads,
  })
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      schedule.reset()
      set(value)
    }
  return (
    <form
      className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2"
      onSubmit={event => {
        event.preventDefault()
        schedule.mutate()
      }}
    >
      <div className="min-w-0 space-y-5">
        <VideoChoice
          value={video}
          onChange={chosenVideo => {
            setVideo(chosenVideo)
            // Words and pieces belong to the video they were chosen for.
            setTyped({})
            setContent(suiting)
            setAgain(false)
          }}
        />
        {video && <ContentChoice key={video.id} video={video} value={content} onChange={setContent} />}
        <fieldset className="min-w-0">
          <legend className="mb-1.5 font-semibold text-sm">{words.platforms}</legend>
          <div className="flex flex-wrap gap-2.5">
            {platforms.map(platform => (
              <label
                key={platform}
                className="flex h-11 cursor-pointer items-center gap-2.5 rounded-md border border-line-strong/55 bg-surface px-3.5 font-semibold text-sm has-checked:border-accent"
              >
                <input
                  type="checkbox"
                  className="size-4.5 accent-(--accent)"
                  checked={chosen.includes(platform)}
                  onChange={() =>
                    setChosen(
                      chosen.includes(platform)
                        ? chosen.filter(one => one !== platform)
                        : [...chosen, platform],
                    )
                  }
                />
                {platformNames[platform]}
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset className="min-w-0 space-y-3.5">
          <legend className="mb-1.5 font-semibold text-sm">{words.when}</legend>
          <Toggle checked={immediate} onChange={change(setImmediate)}>
            {words.immediate}
          </Toggle>
          <Toggle
            checked={useOptimalTiming}
            disabled={immediate}
            hint={words.optimalText}
            onChange={change(setOptimal)}
          >
            {words.optimal}
          </Toggle>
          <TextField
            label={words.custom}
            hint={`${words.customHint} ${words.zone(viewerZone())}`}
            error={
              complete && customRefused && customSchedule.trim() ? (refused.sentence ?? undefined) : undefined
            }
            disabled={immediate}
            maxLength={200}
            value={customSchedule}
            onChange={event => setCustom(event.target.value)}
          />
        </fieldset>
      </div>
      <section aria-labelledby="schedule-preview" className="min-w-0">
        <h3 id="schedule-preview" className="heading mb-3 text-[1.375rem]">
          {words.preview}
        </h3>
        {!complete ? (
          <p className="text-muted">{words.previewEmpty}</p>
        ) : refused ? (
          <Alert tone="danger" title={words.previewFailed}>
            {sentenceOf(refused, texts.tryAgain)}
          </Alert>
        ) : !preview.data ? (
          <p role="status" className="text-muted">
            {words.looking}
          </p>
        ) : (
          <SchedulePreview
            preview={preview.data}
            stale={preview.isPlaceholderData}
            again={again}
            onAgain={setAgain}
            typed={typed}
            onTyped={(platform, metadata) => {
              const { [platform]: _before, ...others } = typed
              setTyped(metadata ? { ...others, [platform]: metadata } : others)
            }}
          />
        )}
      </section>
      <div className="flex flex-wrap gap-2.5 lg:col-span-2">
        <Button type="submit" busy={schedule.isPending} disabled={!complete || !!refused || tooLong}>
          {schedule.isPending ? words.submitting : immediate ? words.submitNow : words.submit}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

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
  // What was chosen stays chosen while one searches on.
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
