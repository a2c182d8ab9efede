import { channelKindOf, underWayStates } from '#contract/publishing/constants.ts'
import type { ChannelKind, Platform, PublicationState } from '#contract/publishing/publications.ts'
import { isArriving, type VideoStatus } from '#contract/video-statuses.ts'
import type { Tone } from '../../ui/badge.tsx'

/** States that change without anyone's action. */
export const isGoing = (state: PublicationState): boolean =>
  state === 'queued' || (underWayStates as readonly PublicationState[]).includes(state)

/** Seconds before its time from which a planned publication is polled as often as a running one. */
const soonSeconds = 30
/** Whether its state may change within moments. */
export const isMoving = (
  { state, scheduledFor }: { state: PublicationState | null; scheduledFor: string | null },
  now: number,
): boolean =>
  state !== null &&
  (isGoing(state) ||
    (state === 'scheduled' && scheduledFor !== null && Date.parse(scheduledFor) < now + soonSeconds * 1000))

const tones: Record<PublicationState, Tone> = {
  scheduled: 'blue',
  queued: 'orange',
  uploading: 'yellow',
  processing: 'yellow',
  unknown: 'orange',
  published: 'green',
  failed: 'danger',
  cancelled: 'gray',
}
export const stateTone = (state: PublicationState): Tone => tones[state]

/** Whether a video with this status may be scheduled; the server has the final say. */
export const mayPublish = (status: VideoStatus): boolean =>
  !isArriving(status) && status !== 'rejected' && status !== 'failed'

/** One channel's line in the distribution grid, over all its platforms: what is published, else what is on its way. */
export function distributed<S extends { platform: Platform; state: PublicationState | null }>(
  statuses: readonly S[],
  kind: ChannelKind,
): S | undefined {
  const of = statuses.filter(one => channelKindOf(one.platform) === kind)
  return of.find(one => one.state === 'published') ?? of.find(one => one.state) ?? of[0]
}
