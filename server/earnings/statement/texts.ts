import { brand } from '#contract/brand.ts'

/** The texts of the printed statement. */
export const texts = {
  title: 'Earnings statement',
  zone: (zone: string) => `Days and times in ${zone} time. All amounts in US dollars.`,
  running: 'This month is not over: the figures are those of now.',
  from: brand,
  to: 'For',
  summary: {
    opening: 'Opening balance',
    earnings: 'Earned',
    payouts: 'Paid out',
    closing: 'Closing balance',
  },
  earnings: 'Earnings by video and platform',
  earningsNote: 'Your share of what views earned, after corrections by the platforms.',
  video: 'Video',
  total: 'Total',
  views: (count: number) => `${count.toLocaleString('en-US')} ${Math.abs(count) === 1 ? 'view' : 'views'}`,
  otherPlatforms: 'Other',
  untitled: 'Untitled ride',
  deleted: 'Deleted video',
  noEarnings: 'Nothing was earned in this month.',
  payouts: 'Payouts',
  noPayouts: 'Nothing was paid out in this month.',
  payoutColumns: { when: 'Date', what: 'What', amount: 'From balance', fee: 'Fee', net: 'You received' },
  payout: 'Payout',
  returned: 'Payout that did not go through, back in your balance',
  tax: 'Tax',
  taxLine: 'Tax withheld: $0.00',
  taxNote: `${brand} withholds no tax from your earnings. Reporting and paying tax on them is up to you. This statement is not a tax form: if one is due for the year, you get it separately.`,
  rounding:
    'Amounts are kept to a millionth of a dollar. Here they are rounded to cents so that rows add up to their totals; the CSV file of this month has the exact amounts.',
  footer: (month: string) => `${brand} · ${month}`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
} as const
