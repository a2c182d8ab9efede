import { brand } from '#contract/brand.ts'
import { catalog } from '#server/platform/sentences.ts'

/** The texts of a month's statement, printed and as CSV. Sums are in words, as in '$104.50'. */
export const texts = catalog('statement', {
  amount: ({ sum }: { sum: string }) => sum,
  closing: 'Closing balance',
  deleted: 'Deleted video',
  earned: 'Earned',
  earnedTotal: 'Earnings',
  earnings: 'Earnings by video and platform',
  earningsNote: 'Your share of what views earned, after corrections by the platforms.',
  fee: 'Fee',
  fromBalance: 'From balance',
  net: 'You received',
  noEarnings: 'No earnings this month.',
  noPayouts: 'No payouts this month.',
  opening: 'Opening balance',
  otherPlatforms: 'Other',
  page: ({ page, pages }: { page: number; pages: number }) => `Page ${page} of ${pages}`,
  paidOut: 'Paid out',
  payout: 'Payout',
  payouts: 'Payouts',
  returned: "Payout that didn't go through, back in your balance",
  rounding:
    'Amounts are kept to a millionth of a dollar. Here they are rounded to cents so that rows add up to their totals; the CSV file of this month has the exact amounts.',
  running: "This month isn't over yet: these are the figures so far.",
  tax: 'Tax',
  taxLine: 'Tax withheld: $0.00',
  taxNote: `${brand} withholds no tax from your earnings. You're responsible for reporting and paying tax on them. This statement is not a tax form: if you're due one for the year, you'll get it separately.`,
  title: 'Earnings statement',
  titleInFull: ({ month }: { month: string }) => `${brand} earnings statement, ${month}`,
  to: 'For',
  total: 'Total',
  unknownPlatform: 'the platform',
  untitled: 'Untitled ride',
  video: 'Video',
  views: ({ count }: { count: number }) =>
    `${count.toLocaleString('en-US')} ${Math.abs(count) === 1 ? 'view' : 'views'}`,
  what: 'What',
  when: 'Date',
  zone: ({ zone }: { zone: string }) => `Days and times in ${zone} time. All amounts in US dollars.`,
})
