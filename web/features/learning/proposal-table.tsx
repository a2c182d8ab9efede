import { evidenceNames } from '#contract/evidence.ts'
import type { ScoreProposal, WeightsRow } from '#contract/learning.ts'
import { formatPercent } from '../../lib/format.ts'
import { points } from './rules.ts'
import { texts } from './texts.ts'

const { proposal: words, sources } = texts
const names: Record<string, string> = evidenceNames

/** What a proposal changes, a row for each kind of highlight. On phones the counts are below the name. */
export const ProposalTable = ({ version, report }: ScoreProposal) => (
  <table aria-label={words.tableLabel(version)} className="w-full border-collapse text-sm">
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
        <span className="block text-muted md:hidden">{words.counts(labels, kept)}</span>
      </th>
      <td className="numeric hidden py-3 pr-4 md:table-cell">{words.of(labels, videos)}</td>
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
    <span className="sr-only">{words.spoken(points(today), points(proposed))}</span>
  </>
)
