import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScoreProposal, ScoreWeightsState } from '#contract/learning.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
import { type Asked, scoreWeightsQuery, useDecision } from './calls.ts'
import { ProposalTable } from './proposal-table.tsx'
import { historyRows, points } from './rules.ts'
import { texts } from './texts.ts'

type Ask = (asked: Asked) => void

/** Which weights make the scores, what reviews propose instead, and what was used before. */
export function ScoreWeights() {
  const query = useQuery(scoreWeightsQuery)
  const [asked, ask] = useState<Asked | null>(null)
  const decision = useDecision(() => ask(null))
  return (
    <>
      <Loaded
        query={query}
        skeleton={<Waiting label={texts.loading} rows={rowsOf(3, 'h-32')} className="space-y-4" />}
        failed={texts.failed}
      >
        {state => (
          <div className="grid grid-cols-1 gap-4">
            <InUse state={state} />
            {state.proposal ? (
              <Proposal proposal={state.proposal} ask={ask} />
            ) : (
              <NoProposal lastRefit={state.lastRefit} />
            )}
            <History state={state} ask={ask} />
          </div>
        )}
      </Loaded>
      {asked && (
        <Question
          asked={asked}
          busy={decision.isPending}
          onYes={() => decision.mutate(asked)}
          onNo={() => ask(null)}
        />
      )}
    </>
  )
}

function InUse({ state: { inUse, history, labels } }: { state: ScoreWeightsState }) {
  const { inUse: words } = texts
  const [latest] = history
  return (
    <Section id="weights-in-use" title={words.title}>
      <p className="font-semibold">{texts.versionName(inUse.version)}</p>
      <p className="text-muted text-sm">
        {latest ? words.since(formatDateTime(latest.usedAt), latest.usedBy) : words.builtIn}
      </p>
      {!inUse.fits && (
        <div className="mt-3">
          <Alert tone="warning" title={words.stale(inUse.version)} />
        </div>
      )}
      <p className="mt-3 text-sm">{words.basis(labels.labels, labels.videos)}</p>
    </Section>
  )
}

function Proposal({ proposal, ask }: { proposal: ScoreProposal; ask: Ask }) {
  const { proposal: words } = texts
  const { version, report, proposedAt } = proposal
  return (
    <Section id="weights-proposal" title={words.title(version)}>
      <p className="max-w-prose text-sm">
        {words.basis(report.labels, report.videos, formatDateTime(proposedAt))}{' '}
        {words.gain(points(report.errorToday), points(report.errorProposed))}
      </p>
      <div className="mt-5">
        <ProposalTable {...proposal} />
      </div>
      <p className="mt-3 max-w-prose text-muted text-sm">{words.about}</p>
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button onClick={() => ask({ what: 'use', version })}>{words.use}</Button>
        <Button variant="outline" onClick={() => ask({ what: 'dismiss', version })}>
          {words.dismiss}
        </Button>
      </div>
    </Section>
  )
}

const NoProposal = ({ lastRefit }: Pick<ScoreWeightsState, 'lastRefit'>) => (
  <Section id="weights-proposal" title={texts.proposal.none}>
    <p className="max-w-prose">{lastRefit ? texts.outcomes[lastRefit.outcome] : texts.never}</p>
    {lastRefit && <p className="mt-1 text-muted text-sm">{texts.compared(formatDateTime(lastRefit.at))}</p>}
  </Section>
)

function History({ state, ask }: { state: ScoreWeightsState; ask: Ask }) {
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

/** Asks before anything counts. */
function Question({
  asked: { what, version },
  busy,
  onYes,
  onNo,
}: {
  asked: Asked
  busy: boolean
  onYes: () => void
  onNo: () => void
}) {
  const words = texts.ask[what]
  return (
    <Dialog open onClose={onNo} title={words.title(version)}>
      <p className="mb-5">{words.text}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button variant={what === 'use' ? 'primary' : 'danger'} busy={busy} onClick={onYes}>
          {words.confirm(version)}
        </Button>
        <Button variant="quiet" onClick={onNo}>
          {texts.ask.cancel}
        </Button>
      </div>
    </Dialog>
  )
}
