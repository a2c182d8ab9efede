import { channelKindOf, underWayStates } from '#contract/publishing/constants.ts'
import type { ChannelKind, Platform, PublicationState } from '#contract/publishing/publications.ts'
import { isArriving, type VideoStatus } from '#contract/video-statuses.ts'
import type { Tone } from '../../ui/badge.tsx'

/** Something happens to it without anybody's doing. */
export const isGoing = (state: PublicationState): boolean =>
  state === 'queued' || (underWayStates as readonly PublicationState[]).includes(state)

/** Seconds before its time from which a planned one is followed as closely as one that is on its way. */
const soonSeconds = 30
/** Whether it may stand elsewhere in a moment. */
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

/** Whether a video of this status may be scheduled; the server has the last word. */
export const mayPublish = (status: VideoStatus): boolean =>
  !isArriving(status) && status !== 'rejected' && status !== 'failed'

/** One channel's line in the distribution grid, of all its platforms: what is out there, else what is on its way. */
export function distributed<S extends { platform: Platform; state: PublicationState | null }>(
  statuses: readonly S[],
  kind: ChannelKind,
): S | undefined {
  const of = statuses.filter(one => channelKindOf(one.platform) === kind)
  return of.find(one => one.state === 'published') ?? of.find(one => one.state) ?? of[0]
}
