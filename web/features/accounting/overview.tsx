import { useQuery } from '@tanstack/react-query'
import type { MoneyOverview } from '#contract/money/accounting.ts'
import type { PayoutFunding } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/accounting.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDateTime, formatDay, formatMoney } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Progress } from '../../ui/progress.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { fundingQuery, overviewQuery } from './calls.ts'

const { overview: words, check } = texts

/** What is owed, what comes in and what is kept, at a glance. */
export function MoneyFigures() {
  const query = useQuery(overviewQuery)
  const { data: funding } = useQuery(fundingQuery)
  return (
    <Loaded query={query} skeleton={<Owed />} failed={words.failed}>
      {overview => (
        <div className="grid grid-cols-1 gap-4">
          <Owed overview={overview} funding={funding} />
          <p className="text-muted text-sm">{words.people({ count: overview.riders.count })}</p>
          <Groups overview={overview} funding={funding} />
          <LedgerCheck overview={overview} />
        </div>
      )}
    </Loaded>
  )
}

function Owed({ overview, funding }: { overview?: MoneyOverview; funding?: PayoutFunding | undefined }) {
  const figure = (value: number | undefined) => (value === undefined ? '–' : formatMoney(value))
  const next = funding?.needs[0]
  return (
    <StatStrip
      stats={[
        { label: words.payable, value: figure(overview?.riders.payable) },
        { label: words.onHold, value: figure(overview?.riders.onHold) },
        { label: words.inTransit, value: figure(overview?.riders.inTransit) },
        {
          label: next ? `${words.nextRun}, ${formatDay(next.by)}` : words.nextRun,
          value: funding ? (next ? formatMoney(next.amount) : words.noRun) : '–',
        },
      ]}
    />
  )
}

function Groups({ overview, funding }: { overview: MoneyOverview; funding: PayoutFunding | undefined }) {
  const { plans, views, riders, fees } = overview
  const known = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? words.noStripe : formatMoney(amount)
  const groups: [string, [string, string][]][] = [
    [
      words.plans,
      [
        [words.thisMonth, formatMoney(plans.recognizedThisMonth)],
        [words.recognized, formatMoney(plans.recognized)],
        [words.deferred, formatMoney(plans.deferred)],
        [words.tax, formatMoney(plans.tax)],
      ],
    ],
    [
      words.views,
      [
        [words.viewRevenue, formatMoney(views.revenue)],
        [words.platformShare, formatMoney(views.platform)],
        [words.paid, formatMoney(riders.paid)],
      ],
    ],
    [
      words.fees,
      [
        [words.cardFees, formatMoney(fees.cards)],
        [words.payoutFees, formatMoney(fees.payouts)],
      ],
    ],
    [
      words.stripe,
      [
        [words.available, known(funding?.available)],
        [words.coming, known(funding?.pending)],
      ],
    ],
  ]
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {groups.map(([title, rows]) => (
        <Card key={title} className="p-5">
          <h3 className="heading mb-2 text-[1.25rem]">{title}</h3>
          <dl className="divide-y divide-line text-sm">
            {rows.map(([label, value]) => (
              <div key={label} className="flex items-baseline justify-between gap-4 py-2">
                <dt className="text-muted">{label}</dt>
                <dd className="numeric font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </div>
  )
}

/** The last check's findings, and a button to check now: it runs in the background and shows its progress. */
function LedgerCheck({ overview: { check: last, checking } }: { overview: MoneyOverview }) {
  const start = useAction({
    mutationFn: () => call('checkLedger', { body: {} }),
    refresh: [api.moneyOverview],
    failed: { title: check.failed, otherwise: check.failedText },
  })
  const busy = start.isPending || checking !== null
  return (
    <section aria-label={check.title} className="grid gap-3">
      <LastCheck check={last} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="outline" size="sm" disabled={busy} busy={busy} onClick={() => start.mutate()}>
          {busy ? check.running : check.now}
        </Button>
        {checking && (
          <div className="min-w-56 flex-1 sm:max-w-80">
            <Progress
              value={checking.of ? (checking.done / checking.of) * 100 : null}
              label={check.progressLabel}
            />
            <p className="numeric mt-1 text-muted text-sm">
              {checking.of ? check.progress({ done: checking.done, of: checking.of }) : check.waiting}
            </p>
          </div>
        )}
      </div>
    </section>
  )
}

function LastCheck({ check: last }: { check: MoneyOverview['check'] }) {
  if (!last) return <p className="text-muted text-sm">{check.never}</p>
  const when = formatDateTime(last.at)
  if (last.findings.length === 0)
    return (
      <p className="text-sm">
        <span className="font-semibold">{check.title}.</span> {check.right({ when })}
      </p>
    )
  return (
    <Alert tone="danger" title={check.wrong({ count: last.findings.length, when })}>
      <ul className="mt-1 grid gap-1">
        {last.findings.map(({ rule, detail }) => (
          <li key={`${rule} ${detail}`} className="break-words">
            {rule}: {detail}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
