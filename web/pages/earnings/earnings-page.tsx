import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { texts } from '#texts/pages/earnings.ts'
import { PayoutHistory } from '../../features/payouts/payout-history.tsx'
import { PayoutProgress } from '../../features/payouts/payout-progress.tsx'
import { PayoutSettings } from '../../features/payouts/payout-settings.tsx'
import { subscriptionStatusQuery } from '../../features/subscriptions/status.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { formatDay, formatMoney, formatNumber, formatViews } from '../../lib/format.ts'
import { currentUserQuery } from '../../lib/session/current-user.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { NamedTabs, tabOf } from '../../ui/named-tabs.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { budgetQuery } from './calls.ts'
import { OverviewTab } from './overview-tab.tsx'
import { TransactionsTab } from './transactions-tab.tsx'

const { budget: budgetWords } = texts

type TabName = keyof typeof texts.tabs

/** What the person earned and what was paid out; the open tab is part of the address. */
export default function EarningsPage() {
  const user = useUser()
  const subscription = useQuery(subscriptionStatusQuery)
  const [search, setSearch] = useSearchParams()
  const asked = search.get('destination')
  const back = asked === 'done' || asked === 'again' ? asked : null
  const tab = tabOf(texts.tabs, search.get('tab'), back ? 'settings' : 'overview')
  // The account's amounts are as old as the page.
  useQuery({ ...currentUserQuery, ...fresh })
  const contents: Record<TabName, () => React.ReactNode> = {
    overview: () => <OverviewTab />,
    transactions: () => <TransactionsTab />,
    payouts: () => <PayoutHistory />,
    settings: () => <PayoutSettings back={back} />,
  }
  return (
    <div className="relative isolate">
      <Contours seed={91} rows={16} className="mask-b-from-40% -z-10 h-60" />
      <div className="page py-7 sm:py-10">
        <PageTitle title={texts.title} />
        {/* The server draws the documentation itself. */}
        <a
          href="/docs/riders"
          className="mt-1 inline-block rounded-sm py-1 font-semibold text-accent text-sm hover:underline"
        >
          {texts.explained}
        </a>
        <div className="mt-5 space-y-4">
          <BudgetLine />
          <StatStrip
            stats={[
              { label: texts.cards.total, value: formatMoney(user.totalEarnings) },
              { label: texts.cards.pending, value: formatMoney(user.pendingEarnings) },
              { label: texts.cards.views, value: formatNumber(user.totalViews) },
              {
                label: texts.cards.tier,
                value: subscription.isPending ? '–' : texts.tiers[subscription.data?.tier ?? 'free'],
              },
            ]}
          />
          <PayoutProgress />
        </div>
        <div className="mt-5">
          <NamedTabs
            label={texts.tabsLabel}
            labels={texts.tabs}
            open={tab}
            onOpen={value => setSearch(value === 'overview' ? {} : { tab: value })}
            contents={contents}
          />
        </div>
      </div>
    </div>
  )
}

/** Says when new views wait for the next month's budget, or soon may. Nothing as long as there is room. */
function BudgetLine() {
  return (
    <Loaded query={useQuery(budgetQuery)} skeleton={null} failed={budgetWords.failed}>
      {budget => {
        if (!budget || budget.state === 'open') return null
        const day = formatDay(budget.until)
        return budget.state === 'near' ? (
          <Alert title={budgetWords.near}>{budgetWords.nearText({ day })}</Alert>
        ) : (
          <Alert tone="warning" title={budgetWords.reached({ day })}>
            <p>{budgetWords.reachedText}</p>
            {budget.waitingViews > 0 && (
              <p className="numeric font-semibold">
                {budgetWords.yours({ views: formatViews(budget.waitingViews) })}
              </p>
            )}
          </Alert>
        )
      }}
    </Loaded>
  )
}
