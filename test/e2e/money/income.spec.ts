import { api } from '#contract/paths.ts'
import { signInTo } from '../accounts.ts'
import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { serverDatabase } from '../server-database.ts'
import { openAsStaff, toastOf } from '../staff/staff-support.ts'
import { base, lookAt, userIdOf } from '../support.ts'
import { countViews } from './support.ts'

// The table is about all views on a server.
runOnOwnServer()

/** The month some months ago in UTC, and its name. */
const month = (back: number) => {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
  const name = first.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return { first, key: first.toISOString().slice(0, 7), name }
}

test('an operator sees income against promise, and enters what a platform paid', async ({
  page,
  browser,
}) => {
  const admin = await openAsStaff(browser, 'admin')
  const money = `${base()}/admin?tab=money`
  const income = admin.getByRole('region', { name: 'Income and promise' })
  await admin.route(`**${api.platformIncome}`, route => route.fulfill({ status: 500, body: '{}' }))
  await admin.goto(money)
  await expect(income.getByText("Couldn't load what platforms paid")).toBeVisible()
  await admin.unroute(`**${api.platformIncome}`)
  await income.getByRole('button', { name: 'Try again' }).click()
  await expect(income.getByText('No views and no income yet')).toBeVisible()
  await lookAt(admin, 'admin-income-empty', income)

  await signInTo(page, 'income@trailcut.example', '/earnings')
  const userId = await userIdOf(page)
  // 1,000 × 0.05 × 70% this month, and more in the months before it, at their middle.
  const now = Date.now()
  const ago = (back: number) => Math.floor((now - month(back).first.getTime()) / 86_400_000) - 14
  await countViews(userId, [
    { views: 1000 },
    { views: 400, platform: 'tiktok' },
    { views: 3000, daysAgo: ago(1) },
    { views: 1500, platform: 'tiktok', daysAgo: ago(1) },
    { views: 2000, daysAgo: ago(2) },
  ])
  const db = serverDatabase()
  const channel = await db
    .selectFrom('platform_channels')
    .select('id')
    .where('kind', '=', 'youtube')
    .executeTakeFirstOrThrow()
  // As the import keeps them: server/publishing/figures/income.test.ts.
  const reported = { platform: 'youtube', channel_id: channel.id, source: 'analytics' } as const
  await db
    .insertInto('platform_income')
    .values([
      {
        ...reported,
        month: `${month(1).key}-01`,
        micros: 61_250_000,
        through: new Date(now).toISOString().slice(0, 10),
        updated_at: new Date(now),
      },
      {
        ...reported,
        month: `${month(2).key}-01`,
        micros: 88_400_000,
        through: `${month(2).key}-20`,
        updated_at: new Date(now),
      },
    ])
    .execute()
  await admin.reload()

  const row = (back: number, platform: string) =>
    income
      .locator('div')
      .filter({ has: admin.getByRole('heading', { name: month(back).name }) })
      .last()
      .getByRole('listitem')
      .filter({ hasText: platform })
  await expect(row(1, 'YouTube')).toContainText(
    /Price\$150\.00Promise\$105\.00Income\$61\.25Difference-\$43\.75/,
  )
  await expect(row(1, 'YouTube')).toContainText('Reported on')
  await expect(row(2, 'YouTube')).toContainText('Reported through')
  await expect(row(0, 'TikTok')).toContainText(/Promise\$14\.00IncomeNo figureDifference–/)
  await expect(income.getByRole('img')).toHaveAccessibleName(/\$175\.00 promised, \$149\.65 paid/)

  await row(1, 'TikTok').getByRole('button').click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByLabel('Month')).toHaveValue(month(1).key)
  await expect(dialog.getByLabel('Platform')).toHaveValue('tiktok')
  await dialog.getByLabel('Paid, in dollars').fill('a lot')
  await dialog.getByRole('button', { name: 'Save income' }).click()
  await expect(dialog.getByText('Enter an amount such as 1250.50, or leave it empty.')).toBeVisible()
  await dialog.getByLabel('Paid, in dollars').fill('72.5')
  await lookAt(admin, 'admin-income-enter', dialog.getByLabel('Paid, in dollars'))
  await dialog.getByRole('button', { name: 'Save income' }).click()
  await expect(toastOf(admin, 'Income saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row(1, 'TikTok')).toContainText(/Promise\$52\.50Income\$72\.50Difference\$20\.00/)
  await expect(row(1, 'TikTok')).toContainText(/Entered by .+ on /)
  await expect(income.getByRole('img')).toHaveAccessibleName(/\$227\.50 promised, \$222\.15 paid/)
  await income.getByRole('img').hover()
  await lookAt(admin, 'admin-income', income)

  await row(1, 'TikTok').getByRole('button').click()
  await expect(dialog.getByLabel('Paid, in dollars')).toHaveValue('72.5')
  await dialog.getByLabel('Paid, in dollars').fill('')
  await dialog.getByRole('button', { name: 'Save income' }).click()
  await expect(row(1, 'TikTok')).toContainText('No figure')
  await admin.context().close()
})
