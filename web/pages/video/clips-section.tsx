import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { aiPanelPollMs } from '#contract/constants.ts'
import { texts as clipTexts } from '#texts/entities/clip.ts'
import { texts } from '#texts/pages/video/details.ts'
import { ClipPreview } from '../../entities/clip/clip-preview.tsx'
import { aiStatusQuery, resultsOf } from '../../entities/highlight/analysis-status.ts'
import { aiHighlightsQuery } from '../../entities/highlight/highlights.ts'
import { points } from '../../entities/highlight/timeline/clips.ts'
import { formatLength } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'

/** The reels planned from a ride, each as the file to watch and download. */
export function ClipsSection({ videoId }: { videoId: string }) {
  const status = useQuery(aiStatusQuery(videoId, aiPanelPollMs))
  const { data: found } = useQuery(aiHighlightsQuery(videoId, resultsOf(status.data)))
  const [shown, setShown] = useState<number | null>(null)
  if (!found || found.highlights.length === 0) return null
  return (
    <Section id="clips" title={texts.clips.title}>
      <p className="text-muted text-sm">{texts.clips.hint}</p>
      {found.compilations.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-line border-t">
          {found.compilations.map(({ title, score, totalDuration, clips }, index) => {
            const open = shown === index
            return (
              <li key={`${title}-${totalDuration}`} className="py-4 last:pb-0">
                <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5">
                  <div className="min-w-0 flex-1 basis-60">
                    <h3 className="break-words font-semibold leading-snug">{title}</h3>
                    <p className="numeric mt-0.5 text-muted text-sm">
                      {texts.clips.facts({
                        length: formatLength(totalDuration),
                        count: clips.length,
                        score: points(score),
                      })}
                    </p>
                  </div>
                  <Button
                    variant="outline"
                    size="sm"
                    aria-expanded={open}
                    aria-label={`${open ? clipTexts.close : clipTexts.preview}: ${title}`}
                    onClick={() => setShown(open ? null : index)}
                  >
                    {open ? clipTexts.close : clipTexts.preview}
                  </Button>
                </div>
                {open && (
                  <div className="mt-4">
                    <ClipPreview
                      videoId={videoId}
                      kind="reel"
                      index={index}
                      spot={`${index}-${totalDuration}`}
                      name={title}
                    />
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
