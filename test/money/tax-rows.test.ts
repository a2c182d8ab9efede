import { expect, test } from 'vitest'
import { firstTaxYearKept, necThresholdOf } from '#contract/money/tax-forms.ts'
import { eraseTaxRecords } from '#server/accounting/index.ts'
import { lookUpPayees, tinOf } from '#server/accounting/tax-facts.ts'
import { taxRowsCsv, taxRowsOf } from '#server/accounting/tax-rows.ts'
import { closeAccount } from '#server/accounts/index.ts'
import { requestPayout } from '#server/payouts/request-payout.ts'
import { setUpPayouts } from './payout-setup.ts'

/** Who Stripe says an account belongs to. */
function personOf(account: string, facts: object) {
  const at = new Date(0).toISOString()
  const object = 'v2.core.account_person' as const
  return { id: 'person_1', object, account, created: at, updated: at, ...facts }
}

test("uses the tax year's 1099-NEC threshold", () => {
  expect([2024, 2025, 2026, 2027].map(year => necThresholdOf(year).dollars)).toEqual([600, 600, 2000, 2000])
})

test("doesn't treat the last digits of a number as a taxpayer number", () => {
  expect([
    tinOf([]),
    tinOf(['us_ssn_last_4']),
    tinOf(['us_ssn_last_4', 'us_ssn']),
    tinOf(['de_stn']),
  ]).toEqual(['missing', 'last_digits', 'provided', 'provided'])
})

test('everyone paid in the year has a row, with the country and number that Stripe reports', async () => {
  const { db, sandbox, stripe, deps, creator, process: work } = await setUpPayouts()
  const paid = async (country: string | null, numbers: string[], completedAt: Date) => {
    const userId = await creator()
    const { account_id } = await db
      .selectFrom('payout_destinations')
      .select('account_id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    const individual = personOf(account_id, { id_numbers: numbers.map(type => ({ type })) })
    const account = sandbox.state.get('account', account_id)
    if (country)
      sandbox.state.put('account', { ...account, identity: { ...account.identity, country, individual } })
    const { id } = await requestPayout(deps, userId, 'request')
    await work(id)
    await db.updateTable('payouts').set({ completed_at: completedAt }).where('id', '=', id).execute()
    return userId
  }
  const inYear = new Date('2026-12-31T23:59:59Z')
  const american = await paid('us', ['us_ssn'], inYear)
  const german = await paid('de', [], inYear)
  const unknown = await paid(null, [], inYear)
  await paid('us', [], new Date('2027-01-01T00:00:00Z'))
  await db.updateTable('users').set({ name: '=HYPERLINK("x")' }).where('id', '=', german).execute()

  expect((await taxRowsOf(db, 2026)).rows.map(r => r.form)).toEqual(['unknown', 'unknown', 'unknown'])
  // One account unknown to Stripe stops none of the others.
  await db
    .updateTable('payout_destinations')
    .set({ account_id: 'acct_gone' })
    .where('user_id', '=', unknown)
    .execute()
  await lookUpPayees({ ...deps, stripe })
  const { rows, threshold } = await taxRowsOf(db, 2026)
  expect(threshold.amount).toBe(2000)
  const byId = new Map(rows.map(r => [r.userId, r]))
  expect(rows).toHaveLength(3)
  // 2,000 × $0.05 × 70%, before the payout fee
  expect(byId.get(american)).toMatchObject({
    paid: 70,
    country: 'US',
    form: '1099-NEC',
    due: false,
    tin: 'provided',
  })
  expect(byId.get(german)).toMatchObject({ paid: 70, form: '1042-S', due: true, tin: 'missing' })
  expect(byId.get(unknown)).toMatchObject({ form: 'unknown', due: null, tin: 'unknown' })
  const csv = (await Array.fromAsync(taxRowsCsv(db, 2026))).join('')
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
  expect(csv).toContain('1042-S,yes,missing,Nothing was withheld.')

  // Asked once a week each; one account unknown to Stripe stops none of the others.
  const asked = () => sandbox.state.all('account').length
  await db
    .updateTable('payee_tax_facts')
    .set({ looked_up_at: new Date(0) })
    .execute()
  await lookUpPayees({ ...deps, stripe })
  expect(asked()).toBe(4)
  const { rows: later } = await taxRowsOf(db, 2026)
  expect(later.find(r => r.userId === american)?.tin).toBe('provided')
})

test("keeps a year's records for four years from March 15 of the year after", () => {
  expect(firstTaxYearKept(new Date('2031-03-14T23:59:59Z'))).toBe(2026)
  expect(firstTaxYearKept(new Date('2031-03-15T00:00:00Z'))).toBe(2027)
  expect(firstTaxYearKept(new Date('2031-12-31T00:00:00Z'))).toBe(2027)
})

test('a deleted payee keeps their legal name and Stripe account in tax rows until the law is done with them', async () => {
  const { db, sandbox, stripe, deps, creator, process: work } = await setUpPayouts()
  const named = async (identityOf: (account: string) => object) => {
    const userId = await creator()
    const { account_id: id } = await db
      .selectFrom('payout_destinations')
      .select('account_id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    const account = sandbox.state.get('account', id)
    sandbox.state.put('account', { ...account, identity: { ...account.identity, ...identityOf(id) } })
    return { userId, account: id }
  }
  const payTo = async (userId: string, completedAt: string) => {
    const { id } = await requestPayout(deps, userId, 'request')
    await work(id)
    await db
      .updateTable('payouts')
      .set({ completed_at: new Date(completedAt) })
      .where('id', '=', id)
      .execute()
  }
  const deleteAccount = (userId: string) =>
    db
      .transaction()
      .execute(tx =>
        closeAccount(tx, { actorId: userId, actorRole: 'user', requestId: null }, userId, new Date()),
      )
  const gone = await named(id => ({ individual: personOf(id, { given_name: 'Lee', surname: 'Miller' }) }))
  const later = await named(() => ({ business_details: { registered_name: 'Ridge LLC' } }))
  const here = await named(id => ({ individual: personOf(id, { given_name: 'Sam', surname: 'Ortiz' }) }))
  await payTo(gone.userId, '2026-06-01T00:00:00Z')
  await payTo(later.userId, '2027-06-01T00:00:00Z')
  await payTo(here.userId, '2026-06-01T00:00:00Z')
  // Deleted before Stripe was ever asked.
  await deleteAccount(gone.userId)
  await lookUpPayees({ ...deps, stripe })
  await deleteAccount(later.userId)
  const rowOf = async (year: number, userId: string) =>
    (await taxRowsOf(db, year)).rows.find(r => r.userId === userId)
  const kept = { legalName: 'Lee Miller', stripeAccount: gone.account, paid: 70 }
  expect(await rowOf(2026, gone.userId)).toMatchObject(kept)
  expect((await rowOf(2026, gone.userId))?.name).not.toContain('Lee')
  expect((await Array.fromAsync(taxRowsCsv(db, 2026))).join('')).toContain(`Lee Miller,${gone.account}`)
  await eraseTaxRecords(db, new Date('2031-03-14T23:59:59Z'))
  expect(await rowOf(2026, gone.userId)).toMatchObject(kept)
  await eraseTaxRecords(db, new Date('2031-03-15T00:00:00Z'))
  expect(await rowOf(2026, gone.userId)).toMatchObject({ legalName: null, stripeAccount: null, paid: 70 })
  expect(await rowOf(2027, later.userId)).toMatchObject({
    legalName: 'Ridge LLC',
    stripeAccount: later.account,
  })
  expect(await rowOf(2026, here.userId)).toMatchObject({
    legalName: 'Sam Ortiz',
    stripeAccount: here.account,
  })
  for (const table of ['payee_tax_facts', 'payout_destinations'] as const)
    expect(
      (await db.selectFrom(table).select('user_id').execute()).map(r => r.user_id).sort(),
      table,
    ).toEqual([later.userId, here.userId].sort())
})

test('a deleted payee with money on hold keeps the account that it would go to', async () => {
  const { db, creator } = await setUpPayouts()
  const userId = await creator()
  await db
    .transaction()
    .execute(tx =>
      closeAccount(tx, { actorId: userId, actorRole: 'user', requestId: null }, userId, new Date()),
    )
  await eraseTaxRecords(db, new Date('2040-01-01T00:00:00Z'))
  expect(await db.selectFrom('payout_destinations').select('user_id').execute()).toEqual([
    { user_id: userId },
  ])
})
