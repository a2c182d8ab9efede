import { Fragment } from 'react'
import { type Platform, platformNames, platforms } from '#contract/publishing/constants.ts'
import ChannelChoice from '../../features/publishing/channel-choice.tsx'
import { PostChoice } from '../../features/publishing/post-choice.tsx'
import { texts } from '../../features/publishing/texts.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ContentChoice } from './content-choice.tsx'
import { SchedulePreview } from './schedule-preview.tsx'
import { TimeChoice } from './time-choice.tsx'
import { type Schedule, useSchedule } from './use-schedule.ts'
import { VideoChoice } from './video-choice.tsx'

const { dialog: words } = texts

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
      className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2"
      onSubmit={event => {
        event.preventDefault()
        schedule.mutate()
      }}
    >
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
      <div className="flex flex-wrap gap-2.5 lg:col-span-2">
        <Button type="submit" busy={schedule.isPending} disabled={!ready}>
          {schedule.isPending ? words.submitting : immediate ? words.submitNow : words.submit}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
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
        <label
          key={platform}
          className="flex h-11 cursor-pointer items-center gap-2.5 rounded-md border border-line-strong/55 bg-surface px-3.5 font-semibold text-sm has-checked:border-accent"
        >
          <input
            type="checkbox"
            className="size-4.5 accent-(--accent)"
            checked={value.includes(platform)}
            onChange={() =>
              onChange(
                value.includes(platform) ? value.filter(one => one !== platform) : [...value, platform],
              )
            }
          />
          {platformNames[platform]}
        </label>
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
