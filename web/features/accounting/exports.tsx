import { useState } from 'react'
import { texts } from '#texts/features/accounting.ts'
import { addressFor } from '../../lib/calls/call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Select, TextField } from '../../ui/inputs/field.tsx'
import { isPeriod, lastMonth } from './rules.ts'

const { exports: words } = texts
const firstYear = 2025

/** Files for the accountant. */
export function Exports() {
  const [now] = useState(() => new Date())
  const [{ from, to }, setPeriod] = useState(() => lastMonth(now))
  const newest = now.getUTCFullYear()
  const [year, setYear] = useState(newest)
  const right = isPeriod(from, to)
  const query = { from, to }
  const files: [string, string][] = [
    [words.ledger, addressFor('ledgerCsv', { query })],
    [words.balance, addressFor('trialBalanceCsv', { query })],
    [words.quickbooks, addressFor('journalCsv', { query: { ...query, format: 'quickbooks' } })],
    [words.xero, addressFor('journalCsv', { query: { ...query, format: 'xero' } })],
  ]
  const years = Array.from({ length: newest - firstYear + 1 }, (_, i) => String(newest - i))
  return (
    <Section id="exports" title={words.title}>
      <p className="mb-4 text-muted text-sm">{words.explain}</p>
      <div className="grid max-w-xl grid-cols-2 gap-3">
        <TextField
          label={words.from}
          type="date"
          value={from}
          onChange={event => setPeriod({ from: event.target.value, to })}
        />
        <TextField
          label={words.to}
          type="date"
          value={to}
          onChange={event => setPeriod({ from, to: event.target.value })}
        />
      </div>
      {right ? (
        <div className="mt-4 flex flex-wrap gap-2.5">
          {files.map(([label, href]) => (
            <ButtonLink key={label} variant="outline" href={href} download>
              {label}
            </ButtonLink>
          ))}
        </div>
      ) : (
        <p role="alert" className="mt-3 text-danger text-sm">
          {words.wrong}
        </p>
      )}
      <div className="mt-6 flex flex-wrap items-end gap-3">
        <div className="w-36">
          <Select
            label={words.year}
            value={String(year)}
            options={years.map(value => ({ value, label: value }))}
            onChange={event => setYear(Number(event.target.value))}
          />
        </div>
        <ButtonLink variant="outline" href={addressFor('taxRowsCsv', { query: { year } })} download>
          {words.tax}
        </ButtonLink>
      </div>
    </Section>
  )
}
