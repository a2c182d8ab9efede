import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { picture } from '../screens/looks.ts'
import { violationsOf } from '../screens/violations.ts'
import { base, lookAt, signUp } from '../support.ts'
import { openAsStaff, toastOf } from './staff-support.ts'

runOnOwnServer()

// Checks many screens, possibly on a busy machine.
test.describe.configure({ timeout: 240_000 })

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await openAsStaff(browser, 'moderator')
})
test.afterAll(() => page.context().close())

test("staff notifications show figures, 'Failed to load stats' and lists by type", async () => {
  await page.route('**/api/admin/stats', route => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await page.goto(`${base()}/notifications`)
  await expect(page.getByText('Failed to load stats')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  for (const name of [
    'Total users',
    'Total videos',
    'Revenue',
    'Pending videos',
    'Processing videos',
    'Pending payouts',
  ])
    await expect(page.getByRole('term').getByText(name, { exact: true })).toBeVisible()
  for (const name of ['Sent to riders', 'About money', 'On a schedule'])
    await expect(page.getByRole('region', { name })).toBeVisible()
  await lookAt(page, 'staff-notifications')
})

test("the weekly email follows the browser's time zone", async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'America/Denver' })
  const rider = await context.newPage()
  await signUp(rider, 'denver.rider@trailcut.example')
  await expect
    .poll(async () => (await (await rider.request.get(`${base()}/api/profile/time-zone`)).json()).timeZone)
    .toBe('America/Denver')
  await context.close()
})

test('the weekly digest names the address it was sent to, and a failure says why', async () => {
  const field = page.getByLabel('Admin email')
  const own = await field.inputValue()
  expect(own).toContain('@')
  await field.fill('nobody.of.ours@trailcut.example')
  await page.getByRole('button', { name: 'Send Weekly Digest' }).click()
  await expect(toastOf(page, 'Failed to Send Digest')).toBeVisible()
  await field.fill(own)
  await page.getByRole('button', { name: 'Send Weekly Digest' }).click()
  await expect(toastOf(page, 'Weekly Digest Sent')).toBeVisible()
  await expect(toastOf(page, own)).toBeVisible()
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${base()}/sandbox/mailbox?to=${encodeURIComponent(own)}`, {
        headers: { accept: 'application/json' },
      })
      return ((await answer.json()) as { subject: string }[]).length
    })
    .toBeGreaterThan(0)
})

test('email preview shows four templates, each with its subject, title and the HTML that is sent', async () => {
  await page.goto(`${base()}/email-preview`)
  for (const [label, name] of [
    ['Upload received', 'upload_received'],
    ['Analysis completed', 'ai_completed'],
    ['Milestone reached', 'milestone_reached'],
    ['Weekly digest', 'weekly_digest'],
  ] as const) {
    await page.getByText(label, { exact: true }).click()
    const mail = await (await page.request.get(`${base()}/api/admin/email-templates/${name}`)).json()
    await expect(page.getByRole('definition').getByText(mail.subject, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('definition').getByText(mail.title, { exact: true }).first()).toBeVisible()
    const frame = page.locator('iframe')
    await expect(frame).toHaveAttribute('src', `/api/admin/email-templates/${name}/page`)
    await expect(page.frameLocator('iframe').getByText(mail.title).first()).toBeVisible()
    const shown = await (await page.request.get(`${base()}/api/admin/email-templates/${name}/page`)).text()
    expect(shown).toBe(mail.html)
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await picture(page, `email-${name}-${width}-${colorScheme}`)
    }
    // The frame blocks all scripts, including axe, so the email is checked on its own page.
    const alone = await page.context().newPage()
    await alone.setContent(mail.html)
    expect(await violationsOf(alone, { only: 'wcag' })).toEqual([])
    await alone.close()
  }
  await page.getByText('Text', { exact: true }).click()
  await lookAt(page, 'email-text', page.locator('pre'))
  await expect(page.getByText('Demo notifications endpoint: /api/demo/notifications.').first()).toBeAttached()
  await expect(
    page.getByText('An email provider API key is required', { exact: false }).first(),
  ).toBeAttached()
})
