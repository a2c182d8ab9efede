import type { reportPeriods } from '#contract/money/constants.ts'
import type { Transaction } from '#contract/money/earnings.ts'

export const texts = {
  title: 'Earnings',
  explained: 'How earnings and payouts work',
  cards: {
    total: 'Total Earnings',
    pending: 'Pending Earnings',
    views: 'Total Views',
    tier: 'Subscription',
  },
  tiers: { free: 'Free', premium: 'Premium', pro: 'Pro' },
  tabsLabel: 'Earnings',
  tabs: {
    overview: 'Overview',
    transactions: 'Transactions',
    payouts: 'Payouts',
    settings: 'Settings',
  },
  budget: {
    failed: "Couldn't load whether new views wait",
    near: 'New views may have to wait soon',
    nearText: (day: string) =>
      `Most of this month's budget for views is used. Once all of it is, new views wait until ${day}. They keep their price.`,
    reached: (day: string) => `New views wait until ${day}`,
    reachedText:
      "This month's budget for views is used. New views are counted and keep their price; then they are added to your balance, the oldest first.",
    yours: (views: string) => `Yours that wait: ${views}.`,
  },
  period: 'Period',
  periods: {
    7: 'Last 7 days',
    30: 'Last 30 days',
    90: 'Last 90 days',
    365: 'Last year',
  } satisfies Record<(typeof reportPeriods)[number], string>,
  report: {
    title: 'Report',
    failed: "Couldn't load the report",
    loading: 'Loading your report',
    empty: 'No data available for this period',
    emptyText:
      'Your published videos earn from their views. They show up here once the platforms report them.',
    totals: {
      earnings: 'Earned',
      views: 'Views',
      premium: 'Premium views',
      payouts: 'Paid out',
    },
    breakdown: 'Revenue breakdown',
    parts: {
      viewRevenue: 'Views',
      premiumViewRevenue: 'Views on a paid plan',
      subscriptionRevenue: 'Added by your plan',
    },
    partsNote:
      "Your share, after the platform's 30%. “Added by your plan” is what a paid plan adds for the same views.",
  },
  byDay: {
    title: 'Earnings by day',
    weekly: 'Earnings by week',
    best: 'Best',
    table: 'Show as a table',
    tableName: 'Earnings as a table',
    columns: { when: 'When', earnings: 'Earnings', views: 'Views' },
    summary: (total: string, bars: number, best: string) =>
      `${total} over ${bars} bars; best: ${best}. The table below has every figure.`,
  },
  byVideo: {
    title: 'Earnings by video',
    deleted: 'Deleted video',
    more: (count: number) => `Show all ${count}`,
  },
  transactions: {
    title: 'Latest transactions',
    failed: "Couldn't load your transactions",
    loading: 'Loading your transactions',
    empty: 'No transactions found',
    emptyText: 'Every change to your balance is listed here with a one-sentence explanation.',
    more: 'Show more',
    types: (type: Transaction['type']) => type.replaceAll('_', ' '),
  },
  statements: {
    title: 'Monthly statements',
    failed: "Couldn't load your statements",
    empty: "You'll see the first one once you've earned something.",
    earned: (earned: string) => `${earned} earned`,
    paid: (paid: string) => `${paid} paid out`,
    csv: (month: string) => `CSV of ${month}`,
    pdf: (month: string) => `PDF of ${month}`,
  },
} as const
