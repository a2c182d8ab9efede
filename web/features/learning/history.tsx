import type { ScoreWeightsState } from '#contract/learning.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import type { Asked } from './calls.ts'
import { historyRows } from './rules.ts'
import { texts } from './texts.ts'

/** Which weights were used when and by whom, with a way to use them again. */
export function History({ state, ask }: { state: ScoreWeightsState; ask: (asked: Asked) => void }) {
  const { history: words } = texts
  return (
    <Section id="weights-history" title={words.title}>
      <ol className="divide-y divide-line border-line border-y">
        {historyRows(state).map(({ version, used, again }) => (
          <li
            key={used?.at ?? 'start'}
            className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{texts.versionName(version)}</span>
              <span className="block break-words text-muted">
                {used ? words.by(used.by, formatDateTime(used.at)) : words.fromStart}
              </span>
            </span>
            {again && (
              <Button
                size="sm"
                variant="outline"
                aria-label={words.againLabel(version)}
                onClick={() => ask({ what: 'use', version })}
              >
                {words.again}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
