import { expectToast, linkMailsTo } from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { judge } from '../screens/judge.ts'
import { base, lookAt, signUp } from '../support.ts'

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

const banner = { name: 'Confirm your email address' }

test('a rider who signs up by email corrects the address, gets a link at once and confirms it', async ({
  page,
}) => {
  const [wrong, email] = ['nia.of.the.long.ridge.above.moab@trailcut.exmaple', 'nia@trailcut.example']
  await page.goto(base())
  await page.getByLabel('Email address').first().fill(wrong)
  await page.getByRole('button', { name: 'Start Creating Content' }).first().click()
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  const notice = page.getByRole('region', banner)
  await expect(notice).toContainText(`Open the link we emailed to ${wrong}.`)
  await expect.poll(async () => (await linkMailsTo(page.request, wrong)).length).toBe(1)
  await expect(notice.getByRole('link', { name: 'Open mailbox' })).toBeVisible()
  // Two lines of text, so that a long address is whole, and a row of buttons.
  await expect.poll(async () => (await notice.boundingBox())?.height).toBeLessThan(116)
  const text = notice.getByText('Open the link')
  expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await lookAt(page, 'confirm-address', notice)

  await notice.getByRole('button', { name: 'Wrong address?' }).tap()
  await notice.getByLabel('Email address').fill(email)
  await expect(text).toBeHidden()
  await lookAt(page, 'confirm-address-correct', notice)
  await notice.getByRole('button', { name: 'Send link' }).tap()
  await expect(notice).toContainText(`Open the link we emailed to ${email}.`)
  await expect.poll(async () => (await linkMailsTo(page.request, email)).length).toBe(1)
  await notice.getByRole('button', { name: 'Send again' }).tap()
  await expect(notice.getByRole('status')).toHaveText(`Sent a new link to ${email}.`)
  await expect.poll(async () => (await linkMailsTo(page.request, email)).length).toBe(2)

  const [mail] = await linkMailsTo(page.request, email)
  await page.goto(mail?.links.find(url => url.includes('/api/auth/link')) as string)
  await expect(page.getByRole('heading', banner)).toBeVisible()
  await judge(page, 'confirm-address-page')
  await page.getByRole('button', { name: 'Confirm this address' }).tap()
  await expectToast(page, 'Email Address Confirmed')
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  await expect(page.getByRole('region', banner)).toHaveCount(0)
})

test('every refusal of an unconfirmed address offers to send the link again', async ({ page }) => {
  await signUp(page, 'stopped@trailcut.example')
  for (const [path, place] of [
    ['/earnings', 'Confirm your email address first. Then we can pay you.'],
    ['/earnings?tab=settings', 'Confirm it to get paid.'],
    ['/settings', 'Confirm your email address first. Then you can turn it on.'],
  ] as const) {
    await page.goto(base() + path)
    const main = page.getByRole('main')
    await expect(main.getByText(place)).toBeVisible()
    await main.getByRole('button', { name: 'Send again' }).first().tap()
    await expect(main.getByText('Sent a new link to stopped@trailcut.example.').first()).toBeVisible()
  }
  await page.goto(`${base()}/premium`)
  await page
    .getByRole('button', { name: /^Upgrade/ })
    .first()
    .tap()
  await expect(page.getByRole('dialog').getByText('Confirm it to subscribe to a plan.')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Send again' })).toBeVisible()
  await lookAt(page, 'confirm-address-plan', page.getByRole('dialog'))
})
