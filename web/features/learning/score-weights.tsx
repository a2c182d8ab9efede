import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScoreProposal, ScoreWeightsState, WeightsRow } from '#contract/learning.ts'
import { texts as evidenceNames } from '#texts/evidence.ts'
import { texts } from '#texts/features/learning.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDateTime, formatPercent } from '../../lib/format.ts'
import { type ToastContent, toastOf } from '../../lib/toast.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
import { historyRows, points } from './rules.ts'

const { proposal: words, sources } = texts

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
      <p className="font-semibold">{texts.versionName({ version: inUse.version })}</p>
      <p className="text-muted text-sm">
        {latest ? words.since({ when: formatDateTime(latest.usedAt), who: latest.usedBy }) : words.builtIn}
      </p>
      {!inUse.fits && (
        <div className="mt-3">
          <Alert tone="warning" title={words.stale({ version: inUse.version })} />
        </div>
      )}
      <p className="mt-3 text-sm">{words.basis({ labels: labels.labels, ofVideos: labels.videos })}</p>
    </Section>
  )
}

function Proposal({ proposal, ask }: { proposal: ScoreProposal; ask: Ask }) {
  const { proposal: words } = texts
  const { version, report, proposedAt } = proposal
  return (
    <Section id="weights-proposal" title={words.title({ version })}>
      <p className="max-w-prose text-sm">
        {words.basis({ labels: report.labels, ofVideos: report.videos, when: formatDateTime(proposedAt) })}{' '}
        {words.gain({ before: points(report.errorToday), after: points(report.errorProposed) })}
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
    {lastRefit && (
      <p className="mt-1 text-muted text-sm">{texts.compared({ when: formatDateTime(lastRefit.at) })}</p>
    )}
  </Section>
)

/** Asks for confirmation. */
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
    <Dialog open onClose={onNo} title={words.title({ version })}>
      <p className="mb-5">{words.text}</p>
      <DialogButtons
        label={what === 'use' ? texts.ask.use.confirm({ version }) : texts.ask.dismiss.confirm}
        variant={what === 'use' ? 'primary' : 'danger'}
        busy={busy}
        onSend={onYes}
        onCancel={onNo}
      />
    </Dialog>
  )
}

/** Which weights were used when and by whom, with a way to use them again. */
function History({ state, ask }: { state: ScoreWeightsState; ask: (asked: Asked) => void }) {
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
              <span className="block font-semibold">{texts.versionName({ version })}</span>
              <span className="block break-words text-muted">
                {used ? words.by({ who: used.by, when: formatDateTime(used.at) }) : words.fromStart}
              </span>
            </span>
            {again && (
              <Button
                size="sm"
                variant="outline"
                aria-label={words.againLabel({ version })}
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

const names: Record<string, string> = evidenceNames

/** What a proposal changes, a row for each kind of highlight. On phones the counts are below the name. */
const ProposalTable = ({ version, report }: ScoreProposal) => (
  <table aria-label={words.tableLabel({ version })} className="w-full border-collapse text-sm">
    <thead>
      <tr className="text-left text-muted">
        <Head>{words.columns.kind}</Head>
        <Head className="hidden md:table-cell">{words.columns.verdicts}</Head>
        <Head className="hidden md:table-cell">{words.columns.kept}</Head>
        <Head>{words.columns.scores}</Head>
        <Head className="text-right">{words.columns.error}</Head>
      </tr>
    </thead>
    <tbody className="divide-y divide-line border-line border-y">
      {report.rows.map(row => (
        <Row key={`${row.kind} ${row.source}`} row={row} />
      ))}
    </tbody>
  </table>
)

const Head = ({ className = '', children }: { className?: string; children: string }) => (
  <th scope="col" className={`pr-4 pb-2 font-medium last:pr-0 ${className}`}>
    {children}
  </th>
)

function Row({ row }: { row: WeightsRow }) {
  const { kind, source, labels, videos, precision, changed } = row
  const kept = formatPercent(precision)
  return (
    <tr className="align-top">
      <th scope="row" className="py-3 pr-4 text-left font-normal">
        <span className="block font-semibold">{names[kind] ?? kind}</span>
        <span className="block text-muted">{sources[source]}</span>
        <span className="block text-muted md:hidden">{words.counts({ labels, kept })}</span>
      </th>
      <td className="numeric hidden py-3 pr-4 md:table-cell">{words.of({ labels, ofVideos: videos })}</td>
      <td className="numeric hidden py-3 pr-4 md:table-cell">{kept}</td>
      <td className="py-3 pr-4">
        {changed ? <Scores scores={row.scores} /> : <span className="text-muted">{words.unchanged}</span>}
      </td>
      <td className="numeric whitespace-nowrap py-3 text-right">
        {changed ? (
          <Change today={row.errorToday} proposed={row.errorProposed} />
        ) : (
          <span className="text-muted">{points(row.errorToday)}</span>
        )}
      </td>
    </tr>
  )
}

const Scores = ({ scores }: Pick<WeightsRow, 'scores'>) => (
  <dl className="grid gap-x-6 gap-y-0.5 lg:flex">
    {scores.map(({ raw, today, proposed }, place) => (
      <div key={raw} className="flex items-baseline gap-2 whitespace-nowrap">
        <dt className="w-11 text-muted text-xs lg:w-auto">{words.strengths[place]}</dt>
        <dd className="numeric">
          <Change today={today} proposed={proposed} />
        </dd>
      </div>
    ))}
  </dl>
)

/** Two figures with an arrow between them, which screen readers hear in words. */
const Change = ({ today, proposed }: { today: number; proposed: number }) => (
  <>
    <span aria-hidden="true">
      <span className="text-muted">{points(today)}</span> → <strong>{points(proposed)}</strong>
    </span>
    <span className="sr-only">{words.spoken({ today: points(today), proposed: points(proposed) })}</span>
  </>
)

const scoreWeightsQuery = queryOptions({ ...reading('scoreWeights'), ...fresh })

/** An action that an admin has to confirm. */
interface Asked {
  what: 'use' | 'dismiss'
  /** 0: the built-in weights */
  version: number
}

const decide = ({ what, version }: Asked): Promise<ScoreWeightsState> =>
  call(what === 'use' ? 'applyScoreWeights' : 'dismissScoreWeights', { params: { version } })

/** Uses or dismisses weights; the answer is shown next. @param onEnd called after an answer of either kind */
function useDecision(onEnd: () => void) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: decide,
    onDone: state => {
      queries.setQueryData(scoreWeightsQuery.queryKey, state)
      onEnd()
    },
    onFailed: () => {
      onEnd()
      void queries.invalidateQueries({ queryKey: scoreWeightsQuery.queryKey })
    },
    done: (_state, { what, version }): ToastContent =>
      what === 'use' ? toastOf(texts.toasts.used, { version }) : texts.toasts.dismissed,
    failed: { title: texts.toasts.failed, otherwise: texts.tryAgain },
  })
}
