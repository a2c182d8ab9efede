import { mailFollowers } from '#server/sharing/follow-mails.ts'
import { mailsTo, signInTo } from '../accounts.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { judge } from '../screens/judge.ts'
import { serverDatabase } from '../server-database.ts'
import { base, lookAt, userIdOf } from '../support.ts'
import { stranger } from './sharing-support.ts'

runOnOwnServer()

/** In order: a rider chooses a name, turns the page on, visitors see it, and it is turned off. */
test.describe.configure({ mode: 'serial' })

let rider: Page

test.beforeAll(async ({ browser }) => {
  rider = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signInTo(rider, 'page.rider@trailcut.example')
})

test.afterAll(() => rider.context().close())

const section = () => rider.getByRole('region', { name: 'Public page' })
const onSwitch = () => section().getByRole('switch', { name: /^Show my public page/ })

test('a rider chooses a name and turns the page on', async () => {
  await rider.goto(`${base()}/settings`)
  await expect(onSwitch()).toBeDisabled()
  const name = section().getByLabel('Name in its address')
  await name.fill('support')
  await section().getByRole('button', { name: 'Save name' }).click()
  await expect(section().getByText("This name isn't available.")).toBeVisible()
  await name.fill('Mud-Sam')
  await section().getByRole('button', { name: 'Save name' }).click()
  await expect(rider.getByText('Public page saved').first()).toBeVisible()
  await onSwitch().click()
  await expect(onSwitch()).toBeChecked()
  await expect(section().getByRole('link', { name: 'Open page' })).toHaveAttribute(
    'href',
    `${base()}/r/mud-sam`,
  )
  await lookAt(rider, 'settings-rider-page', onSwitch())
})

test('visitors see it empty, then with its published rides, and nothing stays in their browser', async ({
  browser,
}) => {
  const empty = await stranger(browser, { width: 390, height: 844 })
  await empty.goto(`${base()}/r/mud-sam`)
  await expect(empty.getByRole('heading', { name: 'No rides yet' })).toBeVisible()
  await lookAt(empty, 'rider-page-empty')
  await empty.context().close()

  const userId = await userIdOf(rider)
  for (const [i, kind] of (['short', 'long'] as const).entries()) {
    const id = await addReadyVideo(kind, userId, `Canyon run ${i + 1}`)
    await serverDatabase()
      .updateTable('videos')
      .set({ status: 'published', published_at: new Date(`2026-11-2${i}T10:00:00Z`) })
      .where('id', '=', id)
      .execute()
  }
  await serverDatabase()
    .updateTable('users')
    .set({ first_name: 'Sam', last_name: 'Reyes', hide_home_zone: false })
    .where('id', '=', userId)
    .execute()
  for (const look of [
    { width: 390, height: 844 },
    { width: 1024, height: 800 },
    { width: 1440, height: 900 },
  ]) {
    const page = await stranger(browser, look)
    await page.goto(`${base()}/r/mud-sam`)
    await expect(page.getByRole('heading', { level: 1, name: 'Sam Reyes' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Records' }).getByText('Longest airtime')).toBeVisible()
    const rides = page.getByRole('region', { name: 'Rides' }).getByRole('link')
    await expect(rides).toHaveCount(2)
    await expect(page.getByText('Nov 21, 2026')).toBeVisible()
    expect(await page.context().cookies()).toEqual([])
    if (look.width === 390) await lookAt(page, 'rider-page', rides.first())
    await page.setViewportSize(look)
    await rides.first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Canyon run 2' })).toBeVisible()
    await page.getByRole('link', { name: 'by Sam Reyes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sam Reyes' })).toBeVisible()
    await page.context().close()
  }
})

for (const look of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`a visitor follows by email, confirms and ends it, ${look.width} wide`, async ({ browser }) => {
    const email = `fan-${look.width}@trailcut.example`
    const page = await stranger(browser, look)
    await page.goto(`${base()}/r/mud-sam`)
    await page.getByRole('button', { name: 'Follow by email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Follow Sam Reyes by email' })
    await dialog.getByLabel('Your email address').fill(email)
    if (look.width === 390) await judge(page, 'follow-dialog')
    await dialog.getByRole('button', { name: 'Send me the link' }).click()
    await expect(dialog.getByText('Check your inbox')).toBeVisible()
    expect(await page.context().cookies()).toEqual([])

    const linkIn = async (subject: string, part: string) =>
      (await mailsTo(page.request, email))
        .find(mail => mail.subject.includes(subject))
        ?.links.find(link => link.includes(part)) ?? null
    const confirms = () => linkIn('Confirm that you want to follow mud-sam', '/api/mail/follow/')
    await expect.poll(confirms).not.toBeNull()
    await page.goto((await confirms()) as string)
    if (look.width === 390) await judge(page, 'follow-confirm')
    await page.getByRole('button', { name: 'Follow' }).click()
    await expect(page.getByRole('heading', { name: 'You follow mud-sam' })).toBeVisible()
    await page.getByRole('link', { name: 'Open the page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sam Reyes' })).toBeVisible()

    const db = serverDatabase()
    const riderId = await userIdOf(rider)
    // Ten minutes ago, to be told now.
    const now = Date.now()
    const newest = await addReadyVideo('short', riderId, `Creek ${look.width}`)
    await db
      .updateTable('rider_follows')
      .set({ confirmed_at: new Date(now - 20 * 60_000) })
      .where('address', '=', email)
      .execute()
    await db
      .updateTable('videos')
      .set({ status: 'published', published_at: new Date(now - 11 * 60_000) })
      .where('id', '=', newest)
      .execute()
    await mailFollowers({ db, clock: { now: () => new Date(now) } })
    const ends = () => linkIn(`Sam Reyes: Creek ${look.width}`, '/api/mail/unfollow/')
    await expect.poll(ends).not.toBeNull()
    await page.goto((await ends()) as string)
    if (look.width === 390) await judge(page, 'unfollow')
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible()
    expect(await db.selectFrom('rider_follows').select('id').where('address', '=', email).execute()).toEqual(
      [],
    )
    await db.updateTable('videos').set({ status: 'draft' }).where('id', '=', newest).execute()
    await page.context().close()
  })

test('turned off, it is gone', async ({ browser }) => {
  await onSwitch().click()
  await expect(onSwitch()).not.toBeChecked()
  await expect(onSwitch()).toBeEnabled()
  const page = await stranger(browser, { width: 390, height: 844 })
  expect((await page.goto(`${base()}/r/mud-sam`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Rider not found' })).toBeVisible()
  await lookAt(page, 'rider-page-gone')
  await page.context().close()
})
