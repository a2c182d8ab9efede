import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AiStatusAnswer } from '../../entities/highlight/analysis-status.ts'
import { isApplied } from '../../entities/highlight/rules.ts'
import { videoQuery } from '../../entities/video/video.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/icons/check.tsx'
import { useEnhanceMetadata, useUndoEnhance } from './enhance-metadata.ts'
import { texts } from './texts.ts'

/** The generated texts above the current ones; one press applies them, one undoes it. */
export function GeneratedTexts({ videoId, status }: { videoId: string; status: AiStatusAnswer }) {
  const enhance = useEnhanceMetadata(videoId)
  const undo = useUndoEnhance(videoId)
  const tags = status.aiGeneratedTags ?? []
  const anything = !!status.aiGeneratedTitle || !!status.aiGeneratedDescription || tags.length > 0
  const { data: video } = useQuery({ ...videoQuery(videoId), enabled: anything })
  const applied = !!video && isApplied(video, status)
  return (
    <div className="rounded-lg border border-line">
      <dl className="divide-y divide-line">
        <Flag
          name={texts.fields.title}
          generated={status.aiGeneratedTitle}
          now={applied ? undefined : video?.title}
        />
        <Flag
          name={texts.fields.description}
          generated={status.aiGeneratedDescription}
          now={applied ? undefined : video?.description}
        />
        <Flag name={texts.fields.tags(tags.length)} generated={tags.join(', ') || null} />
      </dl>
      {anything && (
        <div className="border-line border-t p-3">
          {applied ? (
            <div className="flex items-center justify-between gap-3">
              <p className="pl-1 text-sm">{texts.applied}</p>
              <Button variant="outline" size="sm" busy={undo.isPending} onClick={() => undo.mutate()}>
                {texts.undo}
              </Button>
            </div>
          ) : (
            <Button className="w-full" busy={enhance.isPending} onClick={() => enhance.mutate()}>
              {texts.apply}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** @param now the current text; undefined while unknown or if the generated one is already applied */
function Flag({
  name,
  generated,
  now,
}: {
  name: string
  generated: string | null
  now?: string | undefined
}) {
  return (
    <div className="px-4 py-3">
      <dt className="flex items-center gap-2 font-semibold text-sm">
        {name}
        <span className={generated ? 'flex items-center gap-1 text-published text-xs' : 'text-muted text-xs'}>
          {generated && <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />}
          {generated ? texts.generated : texts.notGenerated}
        </span>
      </dt>
      {generated && <Text>{generated}</Text>}
      {generated && now !== undefined && (
        <Text muted>
          {now === generated ? texts.unchanged : now ? `${texts.now} ${now}` : texts.nowEmpty}
        </Text>
      )}
    </div>
  )
}

const Text = ({ muted = false, children }: { muted?: boolean; children: ReactNode }) => (
  <dd
    className={`mt-1 whitespace-pre-line break-words text-sm ${muted ? 'line-clamp-2 text-muted' : 'line-clamp-6'}`}
  >
    {children}
  </dd>
)
