import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { makeAnalysed, openAsRider, openAsStaff, runOnOwnServer, toastOf } from './staff-support.ts'
import { base, lookAt } from './support.ts'

test.setTimeout(240_000)
runOnOwnServer()

const titles = ['Dusk at Moab', 'Morning wash', 'Ridge line']
const [, second = '', third = ''] = titles
let admin: Page
let rider: Page
test.beforeAll(async ({ browser }) => {
  rider = await openAsRider(browser, 'publishing@trailcut.example')
  await makeAnalysed(rider, titles)
  admin = await openAsStaff(browser, 'admin')
})
test.afterAll(async () => {
  await Promise.all([rider?.context().close(), admin?.context().close()])
})

const tab = (name: string) => admin.getByRole('tab', { name: new RegExp(`^${name}`) })
const dialog = () => admin.getByRole('dialog', { name: 'Schedule Publishing' })
const figure = (scope: Page | Locator, name: string) =>
  scope
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${name}`) })
    .locator('dd')

async function openDialog(title: string, platforms: readonly string[]): Promise<Locator> {
  await admin.getByRole('button', { name: 'Schedule Publishing' }).click()
  await dialog().getByLabel('Find a video').fill(title)
  await dialog()
    .getByLabel('Video', { exact: true })
    .selectOption({ label: `${title} · Sam` })
  for (const name of platforms) await dialog().getByRole('checkbox', { name, exact: true }).check()
  return dialog()
}

test('nothing yet: four tabs with their empty states; both channels stand in', async () => {
  await admin.goto(`${base()}/publishing`)
  for (const name of ['Overview', 'Queue', 'Analytics', 'Calendar']) await expect(tab(name)).toBeVisible()
  await expect(figure(admin, 'Publications')).toHaveText('0')
  await expect(figure(admin, 'Success rate')).toHaveText('0%')
  await expect(figure(admin, 'Top platform')).toHaveText('None yet')
  await expect(admin.getByText('Connected', { exact: true })).toHaveCount(2)
  await tab('Queue').click()
  await expect(admin.getByText('0 of 10 this hour')).toBeVisible()
  await expect(admin.getByText('0 of 5 this hour')).toBeVisible()
  await expect(admin.getByText('Nothing has been scheduled yet')).toBeVisible()
  await tab('Analytics').click()
  await expect(admin.getByText('No figures yet')).toHaveCount(2)
  await tab('Calendar').click()
  await expect(admin.getByText('Nothing is planned')).toBeVisible()
})

test('the dialog: needs a video and a platform, reads a time, measures words, warns', async () => {
  await admin.goto(`${base()}/publishing`)
  await admin.getByRole('button', { name: 'Schedule Publishing' }).click()
  await expect(dialog().getByRole('button', { name: 'Schedule', exact: true })).toBeDisabled()
  await expect(dialog().getByRole('switch', { name: 'Publish immediately' })).not.toBeChecked()
  await expect(dialog().getByRole('switch', { name: /^Use optimal timing/ })).toBeChecked()
  await expect(dialog().getByLabel('Custom schedule')).toHaveValue('')
  await admin.keyboard.press('Escape')

  const open = await openDialog(second, ['YouTube', 'TikTok'])
  await expect(open.getByText(/^Goes out /)).toHaveCount(2)
  await expect(open.getByText(/No estimate yet/)).toHaveCount(2)
  await open.getByLabel('Custom schedule').fill('blue cheese')
  await expect(open.getByLabel('Custom schedule')).toHaveAccessibleDescription(/time/i)
  await expect(open.getByRole('button', { name: 'Schedule', exact: true })).toBeDisabled()
  await open.getByLabel('Custom schedule').fill('tomorrow 6pm')
  await expect(open.getByText(/^Goes out .*6:00\sPM/)).toHaveCount(2)

  await open.getByText('Words for YouTube', { exact: true }).click()
  const title = open.getByLabel('Title').first()
  await title.fill('x'.repeat(101))
  await expect(open.getByText('101 of 100')).toBeVisible()
  await expect(open.getByRole('button', { name: 'Schedule', exact: true })).toBeDisabled()
  await title.fill('The wash at first light')
  await lookAt(admin, 'publishing-dialog', open)
  await open.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(toastOf(admin, 'Publishing Scheduled')).toBeVisible()
  await expect(dialog()).toBeHidden()

  // The same piece, and another one within the same hour.
  const again = await openDialog(second, ['YouTube'])
  await expect(again.getByText(/on its way to YouTube, or there, already/)).toBeVisible()
  await admin.keyboard.press('Escape')
  const near = await openDialog(third, ['YouTube'])
  await near.getByLabel('Custom schedule').fill('tomorrow at 6:20 pm')
  await expect(near.getByText(/within the same hour/)).toBeVisible()
  await near.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog()).toBeHidden()
})

test('the calendar: listed with what may be expected, given another time', async () => {
  await admin.goto(`${base()}/publishing?tab=calendar`)
  const row = admin.getByRole('listitem').filter({ hasText: 'The wash at first light' }).first()
  await expect(row).toContainText('No estimate yet')
  await expect(row).toContainText('Within an hour of')
  await lookAt(admin, 'publishing-calendar', row)
  await row.getByRole('button', { name: 'Move' }).click()
  const next = new Date(Date.now() + 3 * 86_400_000)
  const day = [next.getFullYear(), next.getMonth() + 1, next.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')
  await row.getByLabel('New time').fill(`${day}T09:30`)
  await row.getByRole('button', { name: 'Move' }).last().click()
  await expect(toastOf(admin, 'Publication Moved')).toBeVisible()
  await expect(row).toContainText(/9:30\sAM/)
})

test('a moderator may all of it but the retry of everything that failed', async ({ browser }) => {
  const page = await openAsStaff(browser as Browser, 'moderator')
  await page.goto(`${base()}/publishing?tab=queue`)
  await expect(page.getByRole('button', { name: 'Pause publishing' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry failed' })).toHaveCount(0)
  await page.context().close()
})
