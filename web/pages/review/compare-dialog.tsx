import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { api, frameAddress } from '#contract/paths.ts'
import { texts as reviewTexts } from '#texts/features/review.ts'
import { texts } from '#texts/pages/review.ts'
import { points } from '../../entities/highlight/timeline/clips.ts'
import { loadStream } from '../../entities/player/load-stream.ts'
import { reviewQuery } from '../../features/review/calls.ts'
import { useActions } from '../../features/review/use-actions.ts'
import { formatClock } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Slider } from '../../ui/inputs/slider.tsx'
import { useInStep } from './use-in-step.ts'
import type { Take } from './use-takes.ts'

const { compare: words } = texts

/** '3.4 s' */
const inSeconds = (seconds: number) => words.seconds({ seconds })

/** Two takes beside each other, played in step; approving one closes it, the other stays undecided. */
export default function CompareDialog({
  takes,
  onDecided,
  onClose,
}: {
  takes: readonly [Take, Take]
  onDecided: (videoId: string, advance: boolean) => void
  onClose: () => void
}) {
  const videos = useRef<(HTMLVideoElement | null)[]>([])
  const inStep = useInStep(videos, takes)
  return (
    <Dialog open wide onClose={onClose} title={words.title}>
      <div className="grid grid-cols-2 gap-x-3 sm:gap-x-5">
        {takes.map((take, place) => (
          <Side
            key={`${take.videoId}-${take.index}`}
            take={take}
            place={place}
            videos={videos}
            onDecided={onDecided}
            onChosen={onClose}
          />
        ))}
      </div>
      <Together {...inStep} />
    </Dialog>
  )
}

/** One button and one slider for both. */
function Together({ playing, at, length, seek, toggle }: ReturnType<typeof useInStep>) {
  const controls = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Space plays at once.
    controls.current?.querySelector('button')?.focus()
  }, [])
  return (
    <div ref={controls} className="mt-5 flex items-center gap-4">
      <Button className="min-w-28" onClick={toggle}>
        {playing ? words.pause : words.play}
      </Button>
      <Slider
        className="flex-1"
        label={words.position}
        value={at}
        max={length}
        step={0.1}
        text={inSeconds(at)}
        onChange={seek}
      />
    </div>
  )
}

/** One take: its pictures, what it is, and the way to choose it. */
function Side({
  take,
  place,
  videos,
  onDecided,
  onChosen,
}: {
  take: Take
  place: number
  videos: RefObject<(HTMLVideoElement | null)[]>
  onDecided: (videoId: string, advance: boolean) => void
  onChosen: () => void
}) {
  const { videoId, streamId, title, index, description, score, start, end } = take
  const video = useRef<HTMLVideoElement>(null)
  const fault = useStreamFrom(video, streamId, start)
  const { data: review } = useQuery(reviewQuery(videoId))
  const actions = useActions(videoId, onDecided)
  const approved = review?.approvedHighlights.includes(index)
  return (
    <section aria-label={words.side({ side: place === 0 ? 'left' : 'right', what: description })}>
      <div className="relative aspect-video overflow-hidden rounded-lg bg-night text-snow">
        <video
          ref={element => {
            video.current = element
            videos.current[place] = element
          }}
          aria-label={description}
          muted
          playsInline
          preload="auto"
          poster={frameAddress(streamId, Math.floor(start), 720)}
          className="size-full object-contain"
        />
        {fault && (
          <p role="alert" className="absolute inset-0 grid place-items-center bg-night/85 p-4 text-center">
            {fault}
          </p>
        )}
      </div>
      <h3 className="mt-3 break-words font-semibold leading-snug">
        {points(score)} · {description}
      </h3>
      <p className="numeric mt-1 break-words text-muted text-sm">
        {formatClock(start)}-{formatClock(end)} · {inSeconds(end - start)} · {title}
      </p>
      <div className="mt-3">
        {approved ? (
          <Badge tone="green">{reviewTexts.approved}</Badge>
        ) : (
          <Button
            variant="outline"
            size="sm"
            busy={actions.busy}
            disabled={!review?.mayDecide}
            aria-label={words.chooseThis({ what: description })}
            onClick={() =>
              void actions.approveHighlight(index).then(isSaved => {
                if (isSaved) onChosen()
              })
            }
          >
            {words.choose}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Loads a stream into an element, from a moment on. @returns why it can't be played; null while it can */
function useStreamFrom(
  video: RefObject<HTMLVideoElement | null>,
  streamId: string,
  startAt: number,
): string | null {
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const aborting = new AbortController()
    const loading = loadStream(element, api.manifest(streamId), {
      startAt,
      onFault: ({ message }) => setFault(message),
      onQualities: () => undefined,
      signal: aborting.signal,
    })
    loading.catch(() => setFault(words.notLoaded))
    return () => {
      aborting.abort()
      // If it failed, the message is already shown.
      void loading.then(
        stream => stream.stop(),
        () => undefined,
      )
    }
  }, [video, streamId, startAt])
  return fault
}
