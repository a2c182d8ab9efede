import { signInTo } from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { lookAt } from '../support.ts'
import { region } from './support.ts'

test.use({ actionTimeout: 20_000, navigationTimeout: 30_000 })

test('the country decides between manual payouts, with the reason, and Stripe in its currency', async ({
  page,
}) => {
  await signInTo(page, 'abroad@trailcut.example', '/earnings?tab=settings')
  const where = region(page, 'Where your money goes')
  const country = where.getByLabel('Country of your bank account')
  await expect(country).toHaveValue('US')
  await country.selectOption({ label: 'Brazil' })
  await where.getByRole('button', { name: 'Set up payouts' }).click()
  await expect(where.getByRole('status')).toHaveText(
    "Stripe can't pay to bank accounts in Brazil for us yet, so our staff send your payouts by bank transfer. We'll email you for your account details.",
  )
  await expect(where.getByRole('button', { name: 'Change country' })).toBeDisabled()
  await lookAt(page, 'payout-country-by-hand', where)

  await country.selectOption({ label: 'Germany' })
  await where.getByRole('button', { name: 'Change country' }).click()
  await page.getByRole('button', { name: 'Use test account' }).click()
  await expect(page.getByText('Your Stripe account is ready for payouts.')).toBeVisible()
  await expect(where).toContainText('Stripe converts your dollars to EUR.')
  await expect(country).toBeHidden()
  await lookAt(page, 'payout-country-ready', where)
})
