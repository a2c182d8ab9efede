import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { maxUploadBytes } from '#contract/constants.ts'
import { CutError, type Cutter, openCutter } from '#telemetry/cut/cutter.ts'
import type { Liveliness, Moment } from '#telemetry/liveliness.ts'
import { blobSource } from '#telemetry/source.ts'
import { texts } from '#texts/features/upload/stretch.ts'
import { texts as upload } from '#texts/features/upload.ts'
import { formatMegabytes } from '../../../lib/bytes.ts'
import { formatClock, formatLength } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { part } from '../../../ui/part/part.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { type End, formatTenths, type Span } from '../../editor/trim-rules.ts'
import { aboutFilm } from '../about-film.ts'
import { QueueList } from '../queue-list.tsx'
import type { PlanOffer } from '../smaller/smaller-offer.tsx'
import { refusalOf } from '../transfer/check-file.ts'
import { Preview } from './preview.tsx'
import { around, type Choice, choose, stepStart, stretchFile, stretchName } from './stretch-rules.ts'
import { StretchStrip } from './stretch-strip.tsx'

const Smaller = part(() => import('../smaller/smaller-offer.tsx'))

interface Props {
  /** a film over the limit */
  film: File
  /** the stretches that the rider picked, or the whole film made smaller, as files */
  onFiles: (files: File[]) => void
  /** the film can't be cut, with the sentence that says why */
  onRefused: (reason: string) => void
  onCancel: () => void
}

/** Picks the stretches of a film that go up, or makes all of it smaller, before a byte of it is sent. */
export default function StretchPicker(props: Props) {
  const { film, onRefused } = props
  const opened = useQuery({
    ...aboutFilm('cutter', film),
    queryFn: () => openCutter(blobSource(film)),
  })
  const cutter = opened.data
  const liveliness = useQuery({
    ...aboutFilm('liveliness', film),
    enabled: cutter !== undefined,
    // Its code may not be here yet.
    refetchOnReconnect: true,
    queryFn: async () => {
      const { readLiveliness } = await import('./moments.ts')
      return await readLiveliness(film, cutter?.seconds ?? 0)
    },
  })
  const refuse = useEffectEvent((error: Error) =>
    onRefused(texts.refused[error instanceof CutError ? error.problem : 'damaged']),
  )
  const { error } = opened
  useEffect(() => {
    if (error) refuse(error)
  }, [error])
  if (!cutter)
    return (
      <div role="status">
        <p className="mb-3 truncate font-semibold">{texts.reading({ name: film.name })}</p>
        <Progress value={null} label={texts.reading({ name: film.name })} />
      </div>
    )
  return (
    <Picker {...props} cutter={cutter} liveliness={liveliness.data ?? null} looking={liveliness.isPending} />
  )
}

function Picker({
  film,
  cutter,
  liveliness,
  looking,
  onFiles,
  onRefused,
  onCancel,
}: Props & { cutter: Cutter; liveliness: Liveliness | null; looking: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  const [wanted, setWanted] = useState<Span>(() => around(cutter, 0))
  const [choice, setChoice] = useState(() => choose(cutter, wanted))
  const [added, setAdded] = useState<readonly Choice[]>([])
  const [making, setMaking] = useState<PlanOffer | null>(null)
  const nothingFits = useEffectEvent(() => onRefused(texts.refused.damaged))
  useEffect(() => {
    if (!choice) nothingFits()
  }, [choice])
  if (!choice) return null
  const smaller = (
    <Suspense>
      <Smaller
        film={film}
        cutter={cutter}
        making={making}
        onMaking={setMaking}
        onMade={file => onFiles([file])}
      />
    </Suspense>
  )
  if (making) return smaller
  const { stretch } = choice
  const seek = (time: number) => {
    const element = video.current
    if (!element) return
    element.pause()
    element.currentTime = time
  }
  const take = (span: Span, shown: End = 'start') => {
    const next = choose(cutter, span)
    if (!next) return
    setWanted(span)
    setChoice(next)
    seek(next.stretch[shown])
  }
  const now = { start: stretch.start, end: stretch.end }
  const onMove = (which: End, to: number) =>
    take(which === 'start' ? { start: Math.min(to, now.end - 1), end: now.end } : { ...now, end: to }, which)
  const onStep = (which: End, by: number) =>
    take(which === 'start' ? stepStart(now, by, cutter.keyFrames) : { ...now, end: now.end + by }, which)
  const onSlide = (to: number) => {
    const length = wanted.end - wanted.start
    const start = Math.max(0, Math.min(to, cutter.seconds - length))
    take({ start, end: start + length })
  }
  const play = () => {
    const element = video.current
    if (!element) return
    if (playing) return element.pause()
    if (element.currentTime < stretch.start || element.currentTime >= stretch.end - 0.1)
      element.currentTime = stretch.start
    // What it can't play, the preview says.
    void element.play().catch(() => undefined)
  }
  const all = [...added, choice]
  const refusal = refusalOf(film)
  return (
    <div className="space-y-6">
      <div>
        <h2 className="heading text-[1.625rem]">{texts.title}</h2>
        <p className="mt-1 text-muted text-sm">
          <span className="font-semibold text-ink">{refusal?.title}.</span> {refusal?.description}
        </p>
        <p className="mt-1 text-[0.9375rem]">{texts.lead}</p>
      </div>
      {smaller}
      <Preview film={film} element={video} until={stretch.end} onPlaying={setPlaying} />
      <StretchStrip
        seconds={cutter.seconds}
        span={now}
        curve={liveliness?.curve}
        onMove={onMove}
        onStep={onStep}
        onSlide={onSlide}
      />
      <Figures choice={choice} playing={playing} onPlay={play} onStep={onStep} />
      <Moments liveliness={liveliness} looking={looking} onMoment={time => take(around(cutter, time))} />
      <QueueList
        heading={texts.added}
        items={added.map(one => ({
          key: one,
          title: stretchName(film.name, one.stretch),
          size: one.stretch.size,
        }))}
        onRemove={gone => setAdded(added.filter(one => one !== gone))}
      />
      <div className="flex flex-wrap gap-2.5 border-line border-t pt-5">
        <Button size="lg" onClick={() => onFiles(all.map(one => stretchFile(film, one.stretch)))}>
          {texts.use({ count: all.length })}
        </Button>
        <Button
          size="lg"
          variant="outline"
          onClick={() => {
            setAdded(all)
            take(around(cutter, stretch.end + (stretch.end - stretch.start) / 2))
          }}
        >
          {texts.another}
        </Button>
        <Button size="lg" variant="quiet" onClick={onCancel}>
          {upload.cancel}
        </Button>
      </div>
    </div>
  )
}

/** Length and size of the stretch, with small steps for fingers. */
function Figures({
  choice: { stretch, limited },
  playing,
  onPlay,
  onStep,
}: {
  choice: Choice
  playing: boolean
  onPlay: () => void
  onStep: (which: End, by: number) => void
}) {
  return (
    <div>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <p aria-live="polite">
          <span className="figure text-[2rem] leading-none">{formatMegabytes(stretch.size)}</span>{' '}
          <span className="numeric text-muted text-sm">
            {texts.facts({
              length: formatLength(stretch.end - stretch.start),
              most: formatMegabytes(maxUploadBytes),
            })}
          </span>
        </p>
        <Button variant="outline" size="sm" onClick={onPlay}>
          {playing ? upload.pause : texts.play}
        </Button>
      </div>
      <div className="mt-4 grid grid-cols-2 gap-3">
        {(['start', 'end'] as const).map(which => (
          <fieldset
            key={which}
            className="flex items-center justify-between rounded-md border border-line p-1"
          >
            <legend className="sr-only">{texts.ends[which]}</legend>
            <Button
              variant="quiet"
              size="icon"
              aria-label={texts.earlier[which]}
              onClick={() => onStep(which, -1)}
            >
              −
            </Button>
            <span className="numeric text-center text-sm leading-tight">
              <span className="block text-muted text-xs">{texts.short[which]}</span>
              {formatTenths(stretch[which])}
            </span>
            <Button
              variant="quiet"
              size="icon"
              aria-label={texts.later[which]}
              onClick={() => onStep(which, 1)}
            >
              +
            </Button>
          </fieldset>
        ))}
      </div>
      <p role="status" className="mt-3 text-pending text-sm empty:hidden">
        {limited && texts.limited({ most: formatMegabytes(maxUploadBytes), end: formatClock(stretch.end) })}
      </p>
    </div>
  )
}

const nameOf = ({ time, g }: Moment): string =>
  g === null ? texts.pressed({ clock: formatClock(time) }) : texts.strong({ clock: formatClock(time), g })

function Moments({
  liveliness,
  looking,
  onMoment,
}: {
  liveliness: Liveliness | null
  looking: boolean
  onMoment: (time: number) => void
}) {
  const moments = liveliness?.moments ?? []
  return (
    <section aria-label={texts.moments}>
      <h3 className="mb-2 font-semibold text-sm">{texts.moments}</h3>
      {moments.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {moments.map(moment => (
            <Button key={moment.time} variant="outline" size="sm" onClick={() => onMoment(moment.time)}>
              {nameOf(moment)}
            </Button>
          ))}
        </div>
      ) : (
        <p className="text-muted text-sm">{looking ? upload.preflight.looking : texts.noMoments}</p>
      )}
    </section>
  )
}
