import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Work, WorkKind } from '#contract/admin.ts'
import { texts } from '#texts/features/work.ts'
import { reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { cx } from '../../lib/cx.ts'
import { formatNumber } from '../../lib/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
import { tileClass, tilesClass } from '../../ui/tiles.ts'
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
      <h2 id="work" className="heading mb-2.5 text-[1.375rem]">
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
            <ul className={cx(tilesClass, columnsOf(work.length))}>
              {work.map(one => (
                <li key={one.kind}>
                  <Kind work={one} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

/** Columns that leave no tile alone in the last row. */
const columnsOf = (count: number): string => {
  if (count < 3) return count === 2 ? 'sm:grid-cols-2' : ''
  return count === 4 || (count > 6 && count < 9)
    ? 'sm:grid-cols-2 xl:grid-cols-4'
    : 'sm:grid-cols-2 lg:grid-cols-3'
}

const Kind = ({ work: { kind, count, oldestSeconds } }: { work: Work }) => (
  <Link href={places[kind]} className={cx(tileClass, 'items-center gap-4 max-sm:py-2.5 sm:py-4')}>
    <span className="figure text-[1.75rem] text-accent leading-none max-sm:min-w-6 max-sm:text-right sm:text-[2.25rem]">
      {formatNumber(count)}
    </span>
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">{texts.kinds[kind]({ count })}</span>
      {oldestSeconds !== null && (
        <span className="numeric block text-muted text-sm">
          {texts.oldest(waited(oldestSeconds) ?? { unit: 'now', count: 0 })}
        </span>
      )}
    </span>
    <span aria-hidden="true" className="text-muted">
      →
    </span>
  </Link>
)
