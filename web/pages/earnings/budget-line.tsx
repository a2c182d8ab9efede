import { useQuery } from '@tanstack/react-query'
import { formatDay, formatViews } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { budgetQuery } from './calls.ts'
import { texts } from './texts.ts'

const { budget: words } = texts

/** Says when new views wait for the next month's budget, or soon may. Nothing as long as there is room. */
export function BudgetLine() {
  return (
    <Loaded query={useQuery(budgetQuery)} skeleton={null} failed={words.failed}>
      {budget => {
        if (!budget || budget.state === 'open') return null
        const day = formatDay(budget.until)
        return budget.state === 'near' ? (
          <Alert title={words.near}>{words.nearText(day)}</Alert>
        ) : (
          <Alert tone="warning" title={words.reached(day)}>
            <p>{words.reachedText}</p>
            {budget.waitingViews > 0 && (
              <p className="numeric font-semibold">{words.yours(formatViews(budget.waitingViews))}</p>
            )}
          </Alert>
        )
      }}
    </Loaded>
  )
}
