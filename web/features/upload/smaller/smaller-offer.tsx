import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { maxUploadBytes } from '#contract/constants.ts'
import type { Cutter } from '#telemetry/cut/cutter.ts'
import { texts } from '#texts/features/upload/smaller.ts'
import { texts as upload } from '#texts/features/upload.ts'
import { formatMegabytes } from '../../../lib/bytes.ts'
import { formatClock, formatPercent } from '../../../lib/format.ts'
import { toastError } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { aboutFilm } from '../about-film.ts'
import { RateMeter } from '../transfer/rate.ts'
import { makeSmaller, type Offer, offerFor, SmallerError } from './make-smaller.ts'

export type PlanOffer = Extract<Offer, { kind: 'plan' }>

const most = formatMegabytes(maxUploadBytes)
const figuresOf = ({ plan }: PlanOffer) => ({
  lines: Math.min(plan.width, plan.height),
  size: formatMegabytes(plan.bytes),
})

/** Offers to make a whole film smaller, or does it. */
export default function Smaller({
  film,
  cutter,
  making,
  onMaking,
  onMade,
}: {
  film: File
  cutter: Cutter
  /** what is being done */
  making: PlanOffer | null
  /** it begins; null when it was cancelled or failed */
  onMaking: (offer: PlanOffer | null) => void
  onMade: (file: File) => void
}) {
  if (!making) return <SmallerOffer film={film} cutter={cutter} onMake={onMaking} />
  return (
    <Making
      film={film}
      seconds={cutter.seconds}
      offer={making}
      onMade={onMade}
      onEnd={() => onMaking(null)}
    />
  )
}

/** Offers it, or says why it can't be done here. */
function SmallerOffer({
  film,
  cutter,
  onMake,
}: {
  film: File
  cutter: Cutter
  onMake: (offer: PlanOffer) => void
}) {
  const heading = useId()
  const { data: offer, isError } = useQuery({
    ...aboutFilm('smaller', film),
    queryFn: () => offerFor(film, cutter),
    // Its code may not be here yet.
    refetchOnReconnect: true,
    retry: false,
  })
  if (offer?.kind === 'plan')
    return (
      <section
        aria-labelledby={heading}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-line p-4"
      >
        <div className="min-w-56 flex-1">
          <h3 id={heading} className="font-semibold text-sm">
            {texts.title}
          </h3>
          <p className="mt-0.5 text-muted text-sm">{texts.plan({ ...figuresOf(offer), most })}</p>
        </div>
        <Button variant="outline" onClick={() => onMake(offer)}>
          {texts.make}
        </Button>
      </section>
    )
  return (
    <p role="status" className="text-muted text-sm">
      {isError
        ? texts.notChecked
        : offer?.kind === 'tooLong'
          ? texts.tooLong({ most })
          : offer
            ? texts.noHardware
            : texts.looking}
    </p>
  )
}

/** A film that is being made smaller. */
function Making({
  film,
  seconds,
  offer,
  onMade,
  onEnd,
}: {
  film: File
  /** of the film */
  seconds: number
  offer: PlanOffer
  onMade: (file: File) => void
  /** it was cancelled or failed */
  onEnd: () => void
}) {
  const [{ share, left }, setProgress] = useState<{ share: number; left: number | null }>({
    share: 0,
    left: null,
  })
  const [working, setWorking] = useState<AbortController | null>(null)
  const made = useEffectEvent(onMade)
  const ended = useEffectEvent(onEnd)
  useEffect(() => {
    const work = new AbortController()
    const meter = new RateMeter()
    const { bytes } = offer.plan
    const onProgress = (done: number) => {
      const now = Math.min(1, done / seconds)
      meter.add(performance.now(), now * bytes)
      const rate = meter.bytesPerSecond()
      setProgress({ share: now, left: rate ? ((1 - now) * bytes) / rate : null })
    }
    setWorking(work)
    makeSmaller(film, offer, { onProgress, signal: work.signal }).then(
      file => {
        // The page may be gone.
        if (work.signal.aborted) return
        if (file) made(file)
        else ended()
      },
      (error: unknown) => {
        if (work.signal.aborted) return
        console.error('The film could not be made smaller', error)
        const problem = error instanceof SmallerError ? error.problem : 'failed'
        const { problems } = texts
        toastError({
          title: texts.failed,
          description: problem === 'tooLarge' ? problems.tooLarge({ most }) : problems[problem],
        })
        ended()
      },
    )
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => {
      window.removeEventListener('beforeunload', stay)
      work.abort()
    }
  }, [film, offer, seconds])
  const name = texts.making({ name: film.name })
  return (
    <div>
      <div className="mb-2.5 flex items-baseline justify-between gap-4">
        <p className="truncate font-semibold">{name}</p>
        <span className="figure text-[1.375rem] leading-none">{formatPercent(share)}</span>
      </div>
      <Progress value={share * 100} label={name} />
      <p className="numeric mt-2.5 flex flex-wrap justify-between gap-x-6 text-muted text-sm">
        <span>{texts.becomes(figuresOf(offer))}</span>
        <span>{left !== null && upload.left({ clock: formatClock(Math.ceil(left)) })}</span>
      </p>
      <p className="mt-2.5 text-sm">{texts.stay}</p>
      <Button
        className="mt-5"
        variant="outline"
        onClick={() => {
          working?.abort()
          onEnd()
        }}
      >
        {upload.cancel}
      </Button>
    </div>
  )
}
