import { signInTo } from '../accounts.ts'
import { type Browser, expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { openAsStaff, toastOf } from '../staff/staff-support.ts'
import { base, lookAt } from '../support.ts'
import { subscribe, testCards } from './support.ts'

// The lists of the desk are about everyone on a server.
runOnOwnServer()
test.use({ actionTimeout: 20_000, navigationTimeout: 30_000 })

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Opens the desk, and one of its lists. */
async function openDesk(browser: Browser): Promise<Page> {
  const admin = await openAsStaff(browser, 'admin')
  await admin.goto(`${base()}/admin?tab=money`)
  return admin
}
const desk = (admin: Page) => admin.getByRole('region', { name: 'Disputes, refunds and credit' })
const rowOf = (admin: Page, email: string) => desk(admin).getByRole('listitem').filter({ hasText: email })
const show = (admin: Page, list: string) => desk(admin).getByLabel('Show').selectOption({ label: list })

test('an operator answers a dispute with a text and a file, first as a draft', async ({ page, browser }) => {
  const email = 'disputes@trailcut.example'
  await signInTo(page, email, '/premium')
  await subscribe(page, 'Premium', testCards.disputed)
  const admin = await openDesk(browser)
  const row = rowOf(admin, email)
  await expect(row).toContainText('$9.99')
  await expect(row).toContainText('Needs an answer')
  await expect(row).toContainText('Evidence is due by')
  await lookAt(admin, 'admin-desk-disputes', row)
  await row.getByRole('button', { name: 'Answer' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByLabel('How the plan was used')).toHaveValue(/Signed up on 20/)
  await dialog.getByLabel('Anything else').fill('winning_evidence')
  await dialog.getByLabel('Choose file: Receipt').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('hello'),
  })
  await expect(toastOf(admin, 'A file for evidence is a PDF, a JPEG or a PNG.')).toBeVisible()
  await dialog.getByLabel('Choose file: Receipt').setInputFiles({
    name: 'receipt.png',
    mimeType: 'image/png',
    buffer: png,
  })
  await expect(dialog.getByText('receipt.png')).toBeVisible()
  await lookAt(admin, 'admin-desk-evidence', dialog.getByText('receipt.png'))
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await expect(toastOf(admin, 'Draft saved')).toBeVisible()
  await admin.reload()
  await row.getByRole('button', { name: 'Answer' }).click()
  await expect(dialog.getByText('receipt.png')).toBeVisible()
  await expect(dialog.getByLabel('Anything else')).toHaveValue('winning_evidence')
  await dialog.getByRole('button', { name: 'Submit to the bank' }).click()
  await expect(toastOf(admin, 'Evidence submitted')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Won')
  await expect(row).not.toContainText('Evidence is due by')
  await expect(desk(admin).getByRole('region', { name: 'No action needed' })).toContainText(email)
  await expect(desk(admin).getByRole('region', { name: 'Needs an answer' })).toHaveCount(0)
  await row.getByRole('button', { name: 'Show evidence' }).click()
  await expect(dialog).toContainText('This dispute no longer takes evidence.')
  await expect(dialog.getByRole('definition').filter({ hasText: 'winning_evidence' })).toBeVisible()
  await expect(dialog.getByRole('definition').filter({ hasText: 'receipt.png' })).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await lookAt(admin, 'admin-desk-evidence-closed', dialog)
  await admin.context().close()
})

test('an operator refunds a part of a reported payment, and sees it in the list', async ({
  page,
  browser,
}) => {
  const email = 'reported@trailcut.example'
  await signInTo(page, email, '/premium')
  await subscribe(page, 'Premium', testCards.warned)
  const admin = await openDesk(browser)
  await show(admin, 'Early fraud warnings')
  const row = rowOf(admin, email)
  await expect(row).toContainText('Refund or keep by')
  await row.getByRole('button', { name: 'Refund' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByLabel('Amount in dollars').fill('12')
  await dialog.getByLabel('Reason').fill('Half of the month')
  await dialog.getByRole('button', { name: 'Refund this amount' }).click()
  await expect(dialog.getByText('Enter an amount such as 2.50, at most $9.99.')).toBeVisible()
  await dialog.getByLabel('Amount in dollars').fill('4')
  await lookAt(admin, 'admin-desk-refund', dialog.getByLabel('Amount in dollars'))
  await dialog.getByRole('button', { name: 'Refund this amount' }).click()
  await expect(toastOf(admin, 'Invoice refunded')).toBeVisible()
  await expect(dialog.getByText('$4.00 refunded')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await show(admin, 'Refunds')
  await expect(row).toContainText('$4.00')
  await expect(row).toContainText('Arrives by')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible()
  await admin.context().close()
})

test('a refund that the bank returned is sent again from the list', async ({ page, browser }) => {
  const email = 'returned@trailcut.example'
  await signInTo(page, email, '/premium')
  await subscribe(page, 'Premium', testCards.refusesRefunds)
  const admin = await openDesk(browser)
  await admin.goto(`${base()}/admin?tab=users`)
  await admin.getByRole('searchbox').fill(email)
  await admin.getByRole('listitem').filter({ hasText: email }).getByRole('button').first().click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByLabel('Amount in dollars').fill('2.50')
  await dialog.getByLabel('Reason').fill('A week without videos')
  await dialog.getByRole('button', { name: 'Refund this amount' }).click()
  await expect(dialog.getByText('$2.50 refunded')).toBeVisible()
  const answer = await admin.request.post(`${base()}/sandbox/stripe/control`, {
    data: { advanceDays: 0.1 },
    headers: { origin: base() },
  })
  expect(answer.status()).toBe(200)
  const row = rowOf(admin, email).first()
  await expect(async () => {
    await admin.goto(`${base()}/admin?tab=money`)
    await show(admin, 'Refunds')
    await expect(row).toContainText('Returned by the bank', { timeout: 2000 })
  }).toPass()
  await lookAt(admin, 'admin-desk-returned', row)
  await row.getByRole('button', { name: 'Send again' }).click()
  await dialog.getByLabel('Reason').fill('The card works again')
  await lookAt(admin, 'admin-desk-resend', dialog.getByLabel('Reason'))
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(toastOf(admin, 'Refund sent again')).toBeVisible()
  await expect(rowOf(admin, email)).toHaveCount(2)
  await expect(rowOf(admin, email).filter({ hasText: 'Returned, sent again' })).toHaveCount(1)
  await expect(rowOf(admin, email).filter({ hasText: 'Arrives by' })).toContainText('$2.50')
  await admin.context().close()
})
