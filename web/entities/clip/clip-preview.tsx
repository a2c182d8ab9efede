import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Clip, clipFormats } from '#contract/clips.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { cx } from '../../lib/cx.ts'
import { formatMegabytes } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { Progress } from '../../ui/progress.tsx'
import { type ClipRequest, clipQuery } from './clip.ts'
import { texts } from './texts.ts'

/**
 * A highlight or a reel as the file that will be published: rendered on request, played in place and offered as a
 * download, wide or vertical.
 */
export function ClipPreview({
  videoId,
  kind,
  index,
  spot,
  name,
  more,
}: {
  videoId: string
  kind: Clip['kind']
  /** in the list of the newest analysis */
  index: number
  /** the span behind the index now: `start-end` */
  spot: string
  name: string
  /** shown below once rendered */
  more?: (clip: Clip) => ReactNode
}) {
  const [format, setFormat] = useState<ClipRequest['format']>('wide')
  const { data: clip, error, refetch } = useQuery(clipQuery(videoId, { kind, index, format }, spot))
  const failed = error ?? (clip?.status === 'failed' ? clip.error : null)
  return (
    <div className="space-y-3">
      <div
        className={cx(
          'grid place-items-center overflow-hidden rounded-md bg-night text-snow',
          format === 'vertical' ? 'mx-auto aspect-9/16 max-h-[60svh]' : 'aspect-video',
        )}
      >
        {clip?.status === 'ready' ? (
          // biome-ignore lint/a11y/useMediaCaption: engines and wind; there is no speech to caption
          <video
            key={clip.id}
            src={clip.url}
            aria-label={texts.clipOf(name)}
            controls
            autoPlay
            playsInline
            className="size-full object-contain"
          />
        ) : (
          !failed && <Rendering clip={clip} />
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
      <div className="flex flex-wrap items-center justify-between gap-2.5">
        <Segments
          label={texts.format}
          value={format}
          options={clipFormats.map(value => ({ value, label: texts.formats[value] }))}
          onChange={setFormat}
        />
        {clip?.status === 'ready' && (
          <ButtonLink
            variant="outline"
            size="sm"
            href={clip.url}
            download={`${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}-${format}.mp4`}
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
