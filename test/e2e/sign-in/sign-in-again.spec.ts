import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { choose, signInTo } from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { serverDatabase } from '../server-database.ts'
import { base, lookAt, userIdOf } from '../support.ts'

/** Backdates the start of the person's sessions by an hour. */
async function ageSessions(page: Page): Promise<void> {
  const id = await userIdOf(page)
  await sql`update sessions set created_at = now() - interval '1 hour' where user_id = ${id}`.execute(
    serverDatabase(),
  )
}

test('setting a bank account or deleting the account requires a recent sign-in', async ({ page }) => {
  const email = 'fresh@trailcut.example'
  await signInTo(page, email, '/earnings?tab=settings')
  await ageSessions(page)
  const again = page.getByRole('link', { name: 'Sign in again' })
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await expect(page.getByText('this needs a sign-in from the last 15 minutes')).toBeVisible()
  await lookAt(page, 'bank-account-sign-in-again', again)

  await page.goto(`${base()}/settings`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await lookAt(page, 'deletion-sign-in-again', again)
  await again.click()
  await choose(page, email)
  await expect(page).toHaveURL(`${base()}/settings`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByText('Your account and videos are gone.', { exact: true })).toBeVisible()
})
