import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScoreProposal, ScoreWeightsState } from '#contract/learning.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
import { type Asked, scoreWeightsQuery, useDecision } from './calls.ts'
import { History } from './history.tsx'
import { ProposalTable } from './proposal-table.tsx'
import { Question } from './question.tsx'
import { points } from './rules.ts'
import { texts } from './texts.ts'

type Ask = (asked: Asked) => void

/** The score weights in use, the proposed ones, and the earlier ones. */
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
