import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { factsOf, type Platform, platformNames } from '#contract/publishing/constants.ts'
import type { PublishingInsights } from '#contract/publishing/figures.ts'
import { texts } from '#texts/features/publishing.ts'
import { texts as pageTexts } from '#texts/pages/publishing.ts'
import {
  calendarQuery,
  heldCountsQuery,
  insightsQuery,
  publicationsQuery,
  queueQuery,
} from '../../features/publishing/calls.ts'
import { percent } from '../../features/publishing/rules.ts'
import { formatMoment, formatNumber, formatViews } from '../../lib/format.ts'
import { Section } from '../../ui/card.tsx'
import { Loaded, together } from '../../ui/loaded.tsx'
import { PlatformIcon } from '../../ui/platform-icon.tsx'
import { Skeleton, Waiting } from '../../ui/skeleton.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { FailureSentence } from './channels/failure-sentence.tsx'

const { insights: words } = texts
const { overview } = pageTexts

/** What goes out next, what went wrong, and publishing figures. */
export const OverviewTab = () => (
  <div className="space-y-4">
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <NextPosts />
      <Problems />
    </div>
    <Insights />
  </div>
)

/** More are in the calendar and in the queue. */
const listed = 5

function NextPosts() {
  return (
    <Section
      id="next-posts"
      title={overview.next}
      action={<More href="/publishing?tab=calendar">{overview.calendar}</More>}
    >
      <Loaded
        query={useQuery(calendarQuery())}
        skeleton={<Skeleton className="h-40" />}
        failed={texts.calendar.failed}
        empty={<p>{texts.calendar.empty}</p>}
      >
        {entries => (
          <ul className="divide-y divide-line">
            {entries.slice(0, listed).map(({ id, title, platform, date }) => (
              <Post key={id} id={id} title={title} platform={platform}>
                {formatMoment(date)}
              </Post>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

/** Failed and late posts, and counts that wait for a decision; each leads to where it is put right. */
function Problems() {
  const { data: held = [] } = useQuery(heldCountsQuery)
  return (
    <Section
      id="problems"
      title={overview.problems}
      action={<More href="/publishing?tab=queue&state=failed">{overview.failed}</More>}
    >
      <Loaded
        query={together(useQuery(publicationsQuery({ state: 'failed' })), useQuery(queueQuery))}
        skeleton={<Skeleton className="h-40" />}
        failed={texts.queue.listFailed}
      >
        {([failed, { overdue }]) => (
          <ul className="divide-y divide-line">
            {overdue > 0 && (
              <li className="py-2.5 first:pt-0">
                <More href="/publishing?tab=queue&state=overdue">
                  {texts.queue.overdue({ count: overdue })}
                </More>
              </li>
            )}
            {held.length > 0 && (
              <li className="py-2.5 first:pt-0">
                <More href="/publishing?tab=analytics">{overview.held({ count: held.length })}</More>
              </li>
            )}
            {failed.slice(0, listed).map(({ id, metadata, platform, failure }) => (
              <Post key={id} id={id} title={metadata.title} platform={platform}>
                {failure && (
                  <span className="min-w-0 break-words text-danger">
                    <FailureSentence kind={failure.kind}>{failure.sentence}</FailureSentence>
                  </span>
                )}
              </Post>
            ))}
            {failed.length + overdue + held.length === 0 && <li>{overview.nothingWrong}</li>}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

const More = ({ href, children }: { href: string; children: React.ReactNode }) => (
  <Link href={href} className="rounded-sm py-1 font-semibold text-accent text-sm">
    {children}
  </Link>
)

/** A line that leads to the post in the queue. */
const Post = ({
  id,
  title,
  platform,
  children,
}: {
  id: string
  title: string
  platform: Platform
  children: React.ReactNode
}) => (
  <li className="relative py-2.5 first:pt-0 last:pb-0">
    {/* All of the line leads there. */}
    <Link
      href={`/publishing?tab=queue&publication=${id}`}
      className="block break-words rounded-sm font-semibold after:absolute after:inset-0 hover:text-accent"
    >
      {title}
    </Link>
    <span className="numeric flex flex-wrap items-center gap-x-2 text-muted text-sm">
      <PlatformIcon path={factsOf(platform).channel.icon} />
      {platformNames[platform]}
      <span aria-hidden="true">·</span>
      {children}
    </span>
  </li>
)

function Insights() {
  return (
    <Loaded
      query={useQuery(insightsQuery)}
      skeleton={<Waiting label={texts.loading} rows={['h-28']} />}
      failed={words.failed}
    >
      {({ totalPublications, successRate, avgEngagement, topPerformingPlatform, perPlatform }) => (
        <>
          <StatStrip
            stats={[
              { label: words.total, value: formatNumber(totalPublications) },
              { label: words.rate, value: percent(successRate) },
              { label: words.engagement, value: percent(avgEngagement) },
              {
                label: words.top,
                value: topPerformingPlatform ? platformNames[topPerformingPlatform] : words.none,
              },
            ]}
          />
          {totalPublications > 0 && <PerPlatform rows={perPlatform} />}
        </>
      )}
    </Loaded>
  )
}

const PerPlatform = ({ rows }: { rows: PublishingInsights['perPlatform'] }) => (
  <Section id="per-platform" title={words.perPlatform}>
    <ul className="divide-y divide-line">
      {rows.map(row => (
        <li
          key={row.platform}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5 first:pt-0 last:pb-0"
        >
          <span className="font-semibold">{platformNames[row.platform]}</span>
          <span className="numeric text-muted text-sm">
            {[
              words.published({ count: row.publications }),
              formatViews(row.views),
              words.likes({ text: formatNumber(row.likes) }),
              words.engaged({ text: percent(row.engagement) }),
            ].join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  </Section>
)
