import { readFileSync } from 'node:fs'
import { textOfPdf } from '#test/harness/pdf.ts'
import { signInTo } from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { base, lookAt, userIdOf } from '../support.ts'
import { countViews, figure, makeVideo, openTab, region, requestButton, setUpPayouts } from './support.ts'

// More than 12 hours ahead of UTC: noon in London is tomorrow there.
test.use({ actionTimeout: 20_000, navigationTimeout: 30_000, timezoneId: 'Pacific/Auckland' })

const dollars = (text: string | null) => Number(/\$([\d,]+\.\d\d)/.exec(text ?? '')?.[1]?.replaceAll(',', ''))
const todayThere = () =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Pacific/Auckland' }).format(new Date())

test("a rider's statement shows the same numbers as the page", async ({ page }) => {
  await signInTo(page, 'statement@trailcut.example', '/earnings')
  const id = await userIdOf(page)
  const dunes = await makeVideo(page, 'Dunes at first light')
  const creek = await makeVideo(page, 'Прыжок через ручей 🔥')
  await countViews(id, [
    { videoId: dunes, views: 1001, viralScore: 0.1234 },
    { videoId: dunes, platform: 'tiktok', views: 333, viralScore: 0.1234 },
    { videoId: creek, platform: 'facebook', views: 777, viralScore: 0.5678 },
  ])
  await page.reload()

  const byDay = region(page, 'Earnings by day')
  await byDay.getByText('Show as a table').click()
  // The last day is the viewer's today, up to now.
  const last = byDay.getByRole('row').last()
  await expect(last.getByRole('rowheader')).toHaveText(todayThere())
  const total = dollars(await figure(page, 'Total Earnings').textContent())
  expect(dollars(await last.textContent())).toBe(total)

  await setUpPayouts(page)
  await requestButton(page).click()
  await openTab(page, 'Payouts')
  await expect(page.getByText('Completed')).toBeVisible()
  await expect(region(page, 'Payout Progress')).toContainText('$0.00 of $50.00')
  await openTab(page, 'Transactions')
  const statements = region(page, 'Monthly statements')
  const earned = dollars(await statements.getByText(/earned$/).textContent())
  const paid = dollars(await statements.getByText(/paid out$/).textContent())
  expect(earned).toBe(total)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    statements.getByRole('link', { name: /^PDF of/ }).click(),
  ])
  const lines = textOfPdf(readFileSync(await file.path())).split('\n')
  const words = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  const after = (label: string) => lines[lines.indexOf(label) + 1]
  expect(after('Earned')).toBe(words(earned))
  expect(after('Paid out')).toBe(words(paid))
  expect(lines.join(' ')).toContain('Days and times in Pacific/Auckland time. All amounts in US dollars.')
  expect(lines).toContain('statement@trailcut.example')
  expect(lines).toContain(todayThere())
  expect(lines).toContain('Page 1 of 1')
  // The rows add up to the amount earned.
  const amounts = lines
    .slice(lines.lastIndexOf('Earned') + 1, lines.lastIndexOf('Total'))
    .filter(line => /^\$[\d,]+\.\d\d$/.test(line) && line !== '$0.05')
  const cents = amounts.map(text => Math.round(dollars(text) * 100))
  expect(cents).toHaveLength(3)
  expect(cents.reduce((sum, one) => sum + one, 0)).toBe(Math.round(earned * 100))
  await lookAt(page, 'earnings-statements', statements)
})

test('money on hold is listed apart from money that can be paid out', async ({ page }) => {
  await signInTo(page, 'on.hold@trailcut.example', '/earnings')
  // Holds exist only in production setups, so the test adds one to the answer.
  await page.route('**/api/payouts/summary', async route => {
    const answer = await route.fetch()
    const summary = await answer.json()
    await route.fulfill({
      json: {
        ...summary,
        pendingEarnings: 56,
        availableEarnings: 35,
        onHold: { amount: 21, from: '2026-11-24T09:00:00Z', until: '2026-11-28T09:00:00Z' },
        progress: 100,
        requestRefusal:
          'We can pay out $35.00 of your balance now. The rest is less than 7 days old, and platforms may still correct those counts.',
      },
    })
  })
  await page.goto(`${base()}/earnings`)
  const progress = region(page, 'Payout Progress')
  await expect(progress).toContainText('$56.00 of $50.00')
  await expect(progress).toContainText(/Available now\s*\$35\.00/)
  await expect(progress).toContainText(/On hold\s*\$21\.00\s*released Nov 24, 2026 to Nov 28, 2026/)
  await expect(requestButton(page)).toBeDisabled()
  await lookAt(page, 'earnings-hold', progress)
})
