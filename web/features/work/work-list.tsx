import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Work, WorkKind } from '#contract/admin.ts'
import { texts } from '#texts/features/work.ts'
import { reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { formatNumber } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
import { waited } from './waited.ts'

/** The list in which each kind of work is done, filtered to it. */
const places: Record<WorkKind, string> = {
  review: '/admin/ai-highlights',
  reports: '/admin/share-reports?undecided=true',
  failedPosts: '/publishing?tab=queue&state=failed',
  latePosts: '/publishing?tab=queue&state=overdue',
  channels: '/publishing?tab=channels',
  payouts: '/admin?tab=payouts&status=undecided',
  disputes: '/admin?tab=money&desk=disputes',
  warnings: '/admin?tab=money&desk=warnings',
  heldCounts: '/publishing?tab=analytics',
}

/** What waits for the staff member, one line per kind of work; each leads to its list. */
export function WorkList() {
  const query = useQuery({ ...reading('adminStats'), ...fresh })
  return (
    <section aria-labelledby="work">
      <h2 id="work" className="sr-only">
        {texts.title}
      </h2>
      <Loaded
        query={query}
        skeleton={<Waiting label={texts.loading} rows={rowsOf(2, 'h-17')} className="space-y-2.5" />}
        failed={texts.failed}
      >
        {({ work }) =>
          work.length === 0 ? (
            <p className="text-muted">{texts.none}</p>
          ) : (
            <Card className="overflow-hidden">
              <ul className="divide-y divide-line">
                {work.map(one => (
                  <li key={one.kind}>
                    <Kind work={one} />
                  </li>
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </section>
  )
}

const Kind = ({ work: { kind, count, oldestSeconds } }: { work: Work }) => (
  <Link
    href={places[kind]}
    className="flex items-center gap-4 px-4 py-3 -outline-offset-2 transition-colors hover:bg-ink/4 sm:px-5"
  >
    <span className="figure min-w-6 text-right text-[1.75rem] leading-none">{formatNumber(count)}</span>
    <span className="flex min-w-0 flex-1 justify-between gap-x-6 max-sm:flex-col sm:items-baseline">
      <span className="font-semibold">{texts.kinds[kind]({ count })}</span>
      {oldestSeconds !== null && (
        <span className="numeric text-muted text-sm">
          {texts.oldest(waited(oldestSeconds) ?? { unit: 'now', count: 0 })}
        </span>
      )}
    </span>
    <span aria-hidden="true" className="text-muted">
      →
    </span>
  </Link>
)
