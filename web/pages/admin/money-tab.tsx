import { useState } from 'react'
import type { PersonMoney } from '#contract/money/accounting.ts'
import { Corrections } from '../../features/accounting/corrections.tsx'
import { Entries } from '../../features/accounting/entries.tsx'
import { Exports } from '../../features/accounting/exports.tsx'
import { Months } from '../../features/accounting/months.tsx'
import { MoneyFigures } from '../../features/accounting/overview.tsx'
import { PeopleMoney } from '../../features/accounting/people.tsx'
import { Desk } from '../../features/desk/desk.tsx'
import { Income } from '../../features/desk/income.tsx'
import { NegativeBalances } from '../../features/desk/negative-balances.tsx'
import { PayoutBudget } from '../../features/desk/payout-budget.tsx'
import { PayoutLimits } from '../../features/desk/payout-limits.tsx'
import { Funding } from './funding.tsx'

/** Where the money is: balances, the ledger, months and files for accountants. */
export default function MoneyTab() {
  const [person, setPerson] = useState<PersonMoney | null>(null)
  return (
    <div className="grid grid-cols-1 gap-4">
      <Funding />
      <Desk />
      <MoneyFigures />
      <PeopleMoney
        onChoose={chosen => {
          setPerson(chosen)
          document.getElementById('ledger-entries')?.scrollIntoView({ block: 'start' })
        }}
      />
      <NegativeBalances />
      <PayoutLimits />
      <Income />
      <PayoutBudget />
      <Entries person={person} onAll={() => setPerson(null)} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Months />
        <Corrections />
      </div>
      <Exports />
    </div>
  )
}
