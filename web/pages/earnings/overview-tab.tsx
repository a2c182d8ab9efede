import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { defaultReportPeriod, reportPeriods } from '#contract/money/constants.ts'
import type { EarningsReport, EarningsSeries } from '#contract/money/earnings.ts'
import { texts } from '#texts/pages/earnings.ts'
import { formatMoney, formatNumber, formatViews, viewerZone } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/inputs/field.tsx'
import { Loaded, together } from '../../ui/loaded.tsx'
import { Waiting } from '../../ui/skeleton.tsx'
import { reportQuery, seriesQuery } from './calls.ts'
import { DayChart } from './day-chart.tsx'
import { periodOf } from './rules.ts'

const { report: words, byVideo: chartWords } = texts

type Days = (typeof reportPeriods)[number]

/** A period's earnings: totals, sources, by day and by video. */
export function OverviewTab() {
  const [days, setDays] = useState<Days>(defaultReportPeriod)
  const period = useMemo(() => periodOf(days, new Date(), viewerZone()), [days])
  const report = useQuery(reportQuery(period))
  const series = useQuery(seriesQuery(period))
  return (
    <div className="space-y-4">
      <div className="max-w-60">
        <Select
          label={texts.period}
          labelHidden
          value={days}
          options={reportPeriods.map(value => ({ value: String(value), label: texts.periods[value] }))}
          onChange={event => setDays(Number(event.target.value) as Days)}
        />
      </div>
      <Loaded
        query={together(report, series)}
        skeleton={<Waiting label={words.loading} rows={['h-28', 'h-72']} className="space-y-4" />}
        failed={words.failed}
        lateError="instead"
        empty={
          <EmptyState title={words.empty} seed={29}>
            {words.emptyText}
          </EmptyState>
        }
        isEmpty={([totals]) => isEmpty(totals)}
      >
        {([totals, { days: byDay, videos }]) => (
          <div
            aria-busy={report.isPlaceholderData || series.isPlaceholderData}
            className="space-y-4 transition-opacity aria-busy:opacity-60"
          >
            <div className="grid items-stretch gap-4 lg:grid-cols-2">
              <Totals report={totals} />
              <Breakdown report={totals} />
            </div>
            <DayChart days={byDay} />
            {videos.length > 0 && <VideoChart videos={videos} />}
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** Also without a report: the contract allows its answer to be null. */
const isEmpty = (report: EarningsReport | null): boolean =>
  report === null || (report.totalEarnings === 0 && report.totalViews === 0 && report.totalPayouts === 0)

function Totals({ report }: { report: EarningsReport }) {
  const rows = [
    [words.totals.earnings, formatMoney(report.totalEarnings)],
    [words.totals.payouts, formatMoney(report.totalPayouts)],
    [words.totals.views, formatNumber(report.totalViews)],
    [words.totals.premium, formatNumber(report.premiumViews)],
  ]
  return (
    <Section id="report-totals" title={words.title}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5">
        {rows.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="figure text-[1.875rem] leading-tight">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Breakdown({ report }: { report: EarningsReport }) {
  const parts = Object.keys(words.parts) as (keyof typeof words.parts)[]
  const whole = Math.max(report.totalEarnings, 0.01)
  return (
    <Section id="revenue-breakdown" title={words.breakdown}>
      <ul className="space-y-3">
        {parts.map(part => {
          const amount = report.breakdown[part]
          return (
            <li key={part}>
              <div className="flex items-baseline justify-between gap-4">
                <span className="text-[0.9375rem]">{words.parts[part]}</span>
                <span className="numeric font-semibold">{formatMoney(amount)}</span>
              </div>
              <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-ink/10">
                <div
                  className="h-full rounded-full bg-pine"
                  style={{ width: `${Math.min(100, Math.max(0, (amount / whole) * 100))}%` }}
                />
              </div>
            </li>
          )
        })}
      </ul>
      <p className="mt-4 text-muted text-sm">{words.partsNote}</p>
    </Section>
  )
}

const shownAtFirst = 6

/** What each video earned, highest first, as a list with bars. */
function VideoChart({ videos }: { videos: EarningsSeries['videos'] }) {
  const [all, setAll] = useState(false)
  const shown = all ? videos : videos.slice(0, shownAtFirst)
  const most = Math.max(0.01, ...videos.map(video => video.earnings))
  return (
    <Section id="earnings-by-video" title={chartWords.title}>
      <ul className="space-y-3.5">
        {shown.map(video => (
          <li key={video.videoId}>
            <div className="flex items-baseline justify-between gap-4">
              <span className="line-clamp-1 min-w-0 break-all font-medium">
                {video.title ?? chartWords.deleted}
              </span>
              <span className="numeric shrink-0 font-semibold">{formatMoney(video.earnings)}</span>
            </div>
            <div className="mt-1 flex items-center gap-3">
              <div aria-hidden="true" className="h-2.5 flex-1 overflow-hidden rounded-sm bg-ink/7">
                <div
                  className="h-full rounded-sm bg-pine"
                  style={{ width: `${Math.max(0, (video.earnings / most) * 100)}%` }}
                />
              </div>
              <span className="numeric w-26 shrink-0 text-right text-muted text-sm">
                {formatViews(video.views)}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < videos.length && (
        <Button variant="quiet" size="sm" className="mt-4" onClick={() => setAll(true)}>
          {chartWords.more({ count: videos.length })}
        </Button>
      )}
    </Section>
  )
}
