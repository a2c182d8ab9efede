import { useState } from 'react'
import type { Highlight } from '#contract/analysis.ts'
import { points } from '../../entities/highlight/timeline/clips.ts'
import { formatClock } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { texts } from './texts.ts'
import { useAddToCompilation } from './use-add-to-compilation.ts'

const { compilation: words } = texts
const types = ['short', 'wide'] as const

/** The highlights with score and times; the selected ones become a reel. */
export function HighlightPicker({
  videoId,
  highlights,
}: {
  videoId: string
  highlights: readonly Highlight[]
}) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [type, setType] = useState<(typeof types)[number]>('short')
  const adding = useAddToCompilation(videoId)
  const toggle = (index: number) =>
    setChosen(chosen.includes(index) ? chosen.filter(one => one !== index) : [...chosen, index])
  return (
    <>
      <ol className="divide-y divide-line border-line border-y">
        {highlights.map((highlight, index) => (
          <li key={`${highlight.start}-${highlight.end}`}>
            <label className="flex cursor-pointer items-center gap-4 py-2.5 text-sm">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-(--accent)"
                aria-label={words.choose(highlight.description)}
                checked={chosen.includes(index)}
                onChange={() => toggle(index)}
              />
              <span className="figure w-8 text-[1.25rem] text-accent">{points(highlight.score)}</span>
              <span className="min-w-0 flex-1">{highlight.description}</span>
              <span className="numeric text-muted">
                {formatClock(highlight.start)}-{formatClock(highlight.end)}
              </span>
            </label>
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap items-center gap-2.5">
        <Segments
          label={words.type}
          value={type}
          options={types.map(value => ({ value, label: words.types[value] }))}
          onChange={setType}
        />
        <Button
          variant="outline"
          size="sm"
          busy={adding.isPending}
          disabled={chosen.length === 0}
          onClick={() =>
            adding.mutate(
              { highlights: [...chosen].sort((a, b) => a - b), compilationType: type },
              { onSuccess: () => setChosen([]) },
            )
          }
        >
          {adding.isPending ? words.adding : words.add(chosen.length)}
        </Button>
      </div>
    </>
  )
}
