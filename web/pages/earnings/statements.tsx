import { useQuery } from '@tanstack/react-query'
import { formatMoney, formatMonth, viewerZone } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { statementsQuery } from './calls.ts'
import { texts } from './texts.ts'

const { statements: words } = texts

/** A spreadsheet and a printable file for each month. */
export function Statements() {
  return (
    <Section id="statements" title={words.title}>
      <Loaded
        query={useQuery(statementsQuery(viewerZone()))}
        skeleton={<Skeleton className="h-24" />}
        failed={words.failed}
        empty={<p className="text-muted">{words.empty}</p>}
      >
        {statements => (
          <ul className="-my-1 divide-y divide-line">
            {statements.map(({ month, earnings, payouts, csvUrl, pdfUrl }) => (
              <li key={month} className="flex items-center justify-between gap-3 py-3">
                <div className="min-w-0">
                  <p className="font-semibold">{formatMonth(month)}</p>
                  <p className="numeric text-muted text-sm">{words.earned(formatMoney(earnings))}</p>
                  {payouts !== 0 && (
                    <p className="numeric text-muted text-sm">{words.paid(formatMoney(payouts))}</p>
                  )}
                </div>
                <div className="flex gap-1.5">
                  <ButtonLink
                    variant="outline"
                    size="sm"
                    href={csvUrl}
                    download
                    aria-label={words.csv(formatMonth(month))}
                  >
                    CSV
                  </ButtonLink>
                  <ButtonLink
                    variant="outline"
                    size="sm"
                    href={pdfUrl}
                    download
                    aria-label={words.pdf(formatMonth(month))}
                  >
                    PDF
                  </ButtonLink>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}
