import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { Clip, ClipGauges } from '#contract/clips.ts'
import { clipFormats } from '#contract/constants.ts'
import { type GaugeTheme, gaugeThemes } from '#contract/gauges/themes.ts'
import { texts } from '#texts/entities/clip.ts'
import { formatMegabytes } from '../../lib/bytes.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { cx } from '../../lib/cx.ts'
import { viewerUnitSystem } from '../../lib/units.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { part } from '../../ui/part/part.tsx'
import { Progress } from '../../ui/progress.tsx'
import { type ClipRequest, clipQuery, gaugeDataQuery } from './clip.ts'

const GaugeOverlay = part(() => import('./gauge-overlay.tsx'))

export interface ClipPreviewProps {
  videoId: string
  kind: Clip['kind']
  /** in the list of the newest analysis */
  index: number
  /** what the index stands for now: `start-end` */
  spot: string
  name: string
  /** shown below once it is rendered */
  more?: (clip: Clip) => ReactNode
}

type Theme = 'none' | GaugeTheme

/** Gauges are drawn over the clip as it is until they are asked for in the file. */
export default function ClipPreviewView({ videoId, kind, index, spot, name, more }: ClipPreviewProps) {
  const [format, setFormat] = useState<ClipRequest['format']>('wide')
  const [theme, setTheme] = useState<Theme>('none')
  const [burned, setBurned] = useState<Theme>('none')
  const [units] = useState(viewerUnitSystem)
  const player = useRef<HTMLVideoElement>(null)
  const gauges: ClipGauges = theme !== 'none' && theme === burned ? { theme, units } : 'none'
  const wanted = { kind, index, format, gauges }
  const { data: clip, error, refetch } = useQuery(clipQuery(videoId, wanted, spot))
  const shown = clip?.status === 'ready' && theme !== 'none' && gauges === 'none' ? clip : null
  const data = useQuery(gaugeDataQuery(videoId, shown))
  const failed = error ?? (clip?.status === 'failed' ? clip.error : null)
  return (
    <div className="space-y-3">
      <div
        className={cx(
          'relative grid place-items-center overflow-hidden rounded-md bg-night text-snow',
          format === 'vertical' ? 'mx-auto aspect-9/16 max-h-[60svh]' : 'aspect-video',
        )}
      >
        {clip?.status === 'ready' ? (
          // biome-ignore lint/a11y/useMediaCaption: engines and wind; there is no speech to caption
          <video
            ref={player}
            key={clip.id}
            src={clip.url}
            aria-label={texts.clipOf({ what: name })}
            controls
            autoPlay
            playsInline
            className="size-full object-contain"
          />
        ) : (
          !failed && <Rendering clip={clip} />
        )}
        {shown && theme !== 'none' && data.data?.ride && (
          <Suspense>
            <GaugeOverlay
              key={shown.id}
              video={player}
              ride={data.data.ride}
              choice={{ theme, units }}
              parts={shown.parts}
              plays="clip"
            />
          </Suspense>
        )}
      </div>
      {failed !== null && (
        <Alert
          tone="danger"
          title={texts.failed}
          action={
            <Button variant="outline" size="sm" onClick={() => void refetch()}>
              {texts.retry}
            </Button>
          }
        >
          {typeof failed === 'string' ? failed : sentenceOf(failed, texts.failedOtherwise)}
        </Alert>
      )}
      <div className="flex flex-wrap items-end gap-2.5">
        <Choice label={texts.gauges}>
          <Segments label={texts.gauges} value={theme} options={themeChoices} onChange={setTheme} />
        </Choice>
        {shown && data.data?.ride && theme !== 'none' && (
          <Button size="sm" onClick={() => setBurned(theme)}>
            {texts.burnIn}
          </Button>
        )}
      </div>
      {shown && data.data && !data.data.ride && <p className="text-muted text-sm">{texts.noGauges}</p>}
      {shown && data.error && (
        <p className="text-danger text-sm">{sentenceOf(data.error, texts.failedOtherwise)}</p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-2.5">
        <Choice label={texts.format}>
          <Segments
            label={texts.format}
            value={format}
            options={clipFormats.map(value => ({ value, label: texts.formats[value] }))}
            onChange={setFormat}
          />
        </Choice>
        {clip?.status === 'ready' && (
          <ButtonLink
            variant="outline"
            size="sm"
            href={clip.url}
            download={`${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}-${format}${gauges === 'none' ? '' : '-gauges'}.mp4`}
          >
            {texts.download}
            {clip.size !== null && (
              <span className="font-normal text-muted">{formatMegabytes(clip.size)}</span>
            )}
          </ButtonLink>
        )}
      </div>
      {clip?.status === 'ready' && more?.(clip)}
    </div>
  )
}

/** The name of a choice above it, which screen readers hear with its options. */
const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <p aria-hidden="true" className="mb-1 text-muted text-xs">
      {label}
    </p>
    {children}
  </div>
)

const themeChoices = (['none', ...gaugeThemes] as const).map(value => ({ value, label: texts.themes[value] }))

const Rendering = ({ clip }: { clip: Clip | undefined }) => {
  const text = clip?.status === 'rendering' ? texts.rendering : texts.queued
  return (
    <div role="status" className="w-full max-w-56 px-4 text-center text-sm">
      <p className="mb-2.5">{text}</p>
      <div className="rounded-full bg-snow/20">
        <Progress value={clip?.status === 'rendering' ? clip.progress : null} label={text} />
      </div>
    </div>
  )
}
