import { useQuery } from '@tanstack/react-query'
import { factsOf, type Platform, platforms } from '#contract/publishing/constants.ts'
import type {
  Channel,
  PlatformMetadata,
  PostChoices,
  PublicationContent,
} from '#contract/publishing/publications.ts'
import type { AiProcessedVideo } from '#contract/review.ts'
import { texts } from '#texts/features/publishing.ts'
import {
  channelsQuery,
  previewQuery,
  queuePaths,
  type ScheduleBody,
} from '../../features/publishing/calls.ts'
import { isChosen, measuresOf, viewerZone } from '../../features/publishing/rules.ts'
import { channelsOf } from '../../features/publishing/use-post-channel.ts'
import { ApiError } from '../../lib/calls/api.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useFields } from '../../lib/fields.ts'
import { toastOf } from '../../lib/toast.ts'
import { useSettled } from '../../lib/use-settled.ts'

const { dialog: words } = texts

/** The choices in the dialog. */
export interface ScheduleFields {
  video: AiProcessedVideo | null
  content: PublicationContent
  chosen: readonly Platform[]
  immediate: boolean
  useOptimalTiming: boolean
  customSchedule: string
  /** even where the same video was posted before */
  again: boolean
  /** changed texts, by platform */
  typed: Partial<Record<Platform, PlatformMetadata>>
  /** the chosen channels of platforms with several; the default if unset */
  channels: Partial<Record<Platform, string>>
  /** for the platforms that have a form for each post */
  choices: Partial<Record<Platform, PostChoices>>
}

/** Texts and content belong to the video they were chosen for. */
const ofAnotherVideo = {
  content: { kind: 'auto' },
  typed: {},
  again: false,
} satisfies Partial<ScheduleFields>

const empty: ScheduleFields = {
  video: null,
  chosen: [],
  immediate: false,
  useOptimalTiming: true,
  customSchedule: '',
  channels: {},
  choices: {},
  ...ofAnotherVideo,
}

function bodyOf(fields: ScheduleFields): ScheduleBody {
  const { video, content, chosen, immediate, useOptimalTiming, customSchedule, again } = fields
  const ofChosen = <T>(of: Partial<Record<Platform, T>>) =>
    Object.fromEntries(Object.entries(of).filter(([platform]) => chosen.includes(platform as Platform)))
  return {
    videoId: video?.id ?? '',
    content,
    platforms: platforms.filter(platform => chosen.includes(platform)),
    immediate,
    useOptimalTiming,
    customSchedule: customSchedule.trim(),
    timeZone: viewerZone(),
    again,
    channels: ofChosen(fields.channels),
    choices: ofChosen(fields.choices),
    metadata: ofChosen(fields.typed),
  }
}

const isTooLong = (typed: ScheduleFields['typed']) =>
  Object.entries(typed).some(([platform, metadata]) =>
    measuresOf(platform as Platform, metadata).some(measure => measure.problem),
  )

/** Whether the form of every platform that has one is filled in. */
const isFilledIn = ({ chosen, choices, channels: picked }: ScheduleFields, channels: readonly Channel[]) =>
  chosen.every(platform => {
    const { form, channel } = factsOf(platform)
    const usable = channelsOf(channels, channel.kind)
    const ours = usable.find(({ id }) => id === picked[platform]) ?? usable[0]
    return !form || isChosen(form, choices[platform] ?? {}, ours?.defaultPrivacy)
  })

/** The dialog's form: the choices, their preview, and the call that schedules them. */
export function useSchedule(onDone: () => void) {
  const { fields, change, field } = useFields(empty)
  const body = bodyOf(fields)
  const videoId = fields.video?.id ?? ''
  const settled = useSettled(JSON.stringify(body), 300)
  const asked = JSON.parse(settled) as ScheduleBody
  const complete = videoId !== '' && fields.chosen.length > 0
  const channels = useQuery(channelsQuery).data?.channels ?? []
  const preview = useQuery({
    ...previewQuery(asked.videoId ?? '', asked),
    enabled: complete && asked.videoId !== '' && asked.platforms.length > 0,
  })
  const schedule = useAction({
    mutationFn: () => call('schedulePublish', { params: { id: videoId }, body }),
    onDone,
    done: ({ publications }) => toastOf(words.done, { count: publications.length }),
    failed: { title: words.failed, otherwise: texts.tryAgain },
    refresh: queuePaths,
  })
  const refused = preview.error
  const customRefused =
    complete &&
    refused instanceof ApiError &&
    refused.field === 'customSchedule' &&
    fields.customSchedule.trim() !== ''
  return {
    fields,
    change,
    field,
    /** another video starts with its own texts */
    choose: (video: AiProcessedVideo | null) => change({ video, ...ofAnotherVideo }),
    /** An account's options belong to that account. */
    chooseChannel: (platform: Platform, id: string) => {
      const { [platform]: _before, ...choices } = fields.choices
      change({ channels: { ...fields.channels, [platform]: id }, choices })
    },
    complete,
    preview,
    /** whether the preview is about the form as it is now */
    current: settled === JSON.stringify(body) && !preview.isPlaceholderData,
    /** why the typed time is invalid */
    customError: customRefused ? (refused.sentence ?? undefined) : undefined,
    schedule,
    ready: complete && !refused && !isTooLong(fields.typed) && isFilledIn(fields, channels),
  }
}

export type Schedule = ReturnType<typeof useSchedule>
