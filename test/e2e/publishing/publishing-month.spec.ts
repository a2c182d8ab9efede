import { expect, type Locator, type Page, test } from '../fixtures.ts'
import { picture } from '../screens/looks.ts'
import { closeToast, toastOf } from '../staff/staff-support.ts'
import { base, expectSound, lookAt, signInStaff } from '../support.ts'
import { publicationsOf, setStage, toDesktop } from './publishing-support.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })
const [first, second] = ['Ridge line', 'Creek bed'] as const
const stage = setStage([first, second])

/** A day of next month, so that it and the rest of its week are always in the future. */
const dayOf = (day: number): string => {
  const at = new Date()
  const month = new Date(at.getFullYear(), at.getMonth() + 1, day)
  return [month.getFullYear(), month.getMonth() + 1, month.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')
}
const cell = (day: string): Locator => stage.admin.locator(`td[data-day="${day}"]`)
const chip = (title: string, day?: string): Locator =>
  (day ? cell(day) : stage.admin.getByRole('table')).getByRole('button', {
    // The title is the one written for YouTube.
    name: new RegExp(`^9:30\\sAM ${title}.*, YouTube$`),
  })
const said = (words: string | RegExp) => stage.admin.getByRole('status').filter({ hasText: words })
const wallTimes = async () =>
  Object.fromEntries((await publicationsOf(stage.admin)).map(one => [one.videoTitle, one.wallTime]))

test('the month shows each post on its day, with details on demand', async () => {
  const { admin, ids } = stage
  for (const [index, day] of [dayOf(10), dayOf(12)].entries()) {
    const made = await admin.request.post(`${base()}/api/videos/${ids[index]}/schedule-publish`, {
      data: {
        platforms: ['youtube'],
        customSchedule: `${day} 09:30`,
        timeZone: await admin.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
      },
    })
    expect(made.status()).toBe(200)
  }
  await admin.goto(`${base()}/publishing?tab=calendar`)
  await admin.getByText('Month', { exact: true }).click()
  await admin.getByRole('button', { name: 'Next month' }).click()
  await expect(chip(first, dayOf(10))).toBeVisible()
  await expect(chip(second, dayOf(12))).toBeVisible()
  await chip(first).click()
  const opened = admin.getByRole('region', { name: /^[A-Z][a-z]+ 10, / })
  await expect(opened.getByRole('listitem').filter({ hasText: '9:30 AM' })).toContainText(first)
  await lookAt(admin, 'publishing-month', cell(dayOf(10)))
  await toDesktop(admin)
})

test('a week shows its days by hours, today is marked, and weeks start as in the country', async ({
  browser,
}) => {
  const { admin } = stage
  const heads = (page: Page) => page.getByRole('columnheader')
  await expect(heads(admin).first()).toHaveText('Sun')
  await admin.getByText('Week', { exact: true }).click()
  await expect(admin.locator('td[data-day] > button')).toHaveCount(7)
  await expect(admin.locator('[aria-current=date]')).toHaveCount(1)
  await admin.getByRole('button', { name: 'Next week' }).click()
  await expect(admin.locator('[aria-current=date]')).toHaveCount(0)
  await admin.getByRole('button', { name: 'Today' }).click()
  await expect(admin.locator('[aria-current=date]')).toHaveCount(1)

  // A post stands in the row of its hour, and its tooltip says all that the row has no room for.
  const weeks = Math.ceil((Date.parse(dayOf(10)) - Date.now()) / (7 * 86_400_000))
  // By its day, which is drawn at once: its posts come later, and their week would be passed over.
  for (let week = 0; week <= weeks && !(await cell(dayOf(10)).first().isVisible()); week++) {
    const turned = await admin.getByRole('heading', { level: 3 }).first().textContent()
    await admin.getByRole('button', { name: 'Next week' }).click()
    await expect(admin.getByRole('heading', { level: 3 }).first()).not.toHaveText(turned ?? '')
  }
  const row = admin.getByRole('row').filter({ has: admin.getByRole('rowheader', { name: '9 AM' }) })
  await expect(row.getByRole('button', { name: new RegExp(first) })).toHaveAttribute(
    'title',
    /^9:30\sAM Ridge line.*, YouTube$/,
  )
  await lookAt(admin, 'publishing-week', admin.getByRole('table'))
  await toDesktop(admin)

  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  const british = await context.newPage()
  await signInStaff(british, 'admin')
  await british.goto(`${base()}/publishing?tab=calendar`)
  await british.getByText('Month', { exact: true }).click()
  await expect(heads(british).first()).toHaveText('Mon')
  await british.getByRole('button', { name: 'Next month' }).click()
  await expect(british.getByRole('button', { name: new RegExp(`^09:30 ${first}`) })).toBeVisible()
  await context.close()
})

test('the best hours say how many posts they are based on', async () => {
  const { admin } = stage
  await admin.getByText('Best hours', { exact: true }).click()
  await expect(admin.getByText(/no posts of our own to learn from yet/)).toBeVisible()
  await expect(admin.getByRole('rowheader')).toHaveText(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
  await lookAt(admin, 'publishing-hours', admin.getByRole('table'))
  await toDesktop(admin)
  await admin.getByText('Month', { exact: true }).click()
  await admin.getByRole('button', { name: 'Next month' }).click()
})

test('dragging a post to another day keeps its time of day', async () => {
  const { admin } = stage
  await cell(dayOf(10)).scrollIntoViewIfNeeded()
  await chip(first).hover()
  await admin.mouse.down()
  await cell(dayOf(11)).hover()
  await expect(cell(dayOf(11))).toHaveClass(/bg-pine-tint/)
  await picture(admin, 'publishing-month-dragged')
  await admin.mouse.up()
  await expect(toastOf(admin, 'Publication Moved')).toBeVisible()
  await expect(chip(first, dayOf(11))).toBeVisible()
  await expect.poll(wallTimes).toMatchObject({ [first]: `${dayOf(11)} 09:30` })
  // The target day is open.
  await expect(cell(dayOf(11)).getByRole('button').first()).toHaveAttribute('aria-pressed', 'true')
  await closeToast(admin)
})

test('a post dropped outside every day, or dragged until Escape, stays where it was', async () => {
  const { admin } = stage
  const before = await wallTimes()
  await chip(first).hover()
  await admin.mouse.down()
  await admin.getByRole('heading', { name: 'Publishing', exact: true }).hover()
  await admin.mouse.up()
  await expect(chip(first, dayOf(11))).toBeVisible()
  await chip(first).hover()
  await admin.mouse.down()
  await cell(dayOf(14)).hover()
  await admin.keyboard.press('Escape')
  await admin.mouse.move(5, 5)
  await admin.mouse.up()
  await expect(chip(first, dayOf(11))).toBeVisible()
  expect(await wallTimes()).toEqual(before)
})

test('a post is moved by keyboard across weeks and months, and every step is announced', async () => {
  const { admin } = stage
  await chip(second).focus()
  await admin.keyboard.press('Space')
  await expect(chip(second)).toHaveAttribute('aria-pressed', 'true')
  await expect(said(/^Picked up Creek bed.* Use the arrow keys to choose a day/)).toHaveCount(1)
  await admin.keyboard.press('ArrowRight')
  await expect(chip(second, dayOf(13))).toBeFocused()
  const spoken = new Date(`${dayOf(13)}T12:00`).toLocaleDateString('en-US', { dateStyle: 'medium' })
  await expect(said(spoken)).toHaveCount(1)
  await expectSound(admin, 'an entry that is carried')
  await picture(admin, 'publishing-month-carried')
  for (let week = 0; week < 4; week++) await admin.keyboard.press('ArrowDown')
  await expect(chip(second, dayOf(41))).toBeFocused()
  await admin.keyboard.press('ArrowUp')
  await admin.keyboard.press('ArrowLeft')
  await admin.keyboard.press('Space')
  await expect(toastOf(admin, 'Publication Moved')).toBeVisible()
  await expect.poll(wallTimes).toMatchObject({ [second]: `${dayOf(33)} 09:30` })
  await expect(chip(second, dayOf(33))).toBeFocused()
  await expect(chip(second)).toHaveAttribute('aria-pressed', 'false')
  await closeToast(admin)
})

test('the keyboard cannot move a post into the past, and Escape puts it back', async () => {
  const { admin } = stage
  const before = await wallTimes()
  await chip(second).focus()
  await admin.keyboard.press('Enter')
  for (let week = 0; week < 11; week++) await admin.keyboard.press('ArrowUp')
  await expect(said('That time has passed.')).toHaveCount(1)
  await admin.keyboard.press('Escape')
  await expect(said(/^Kept on /)).toHaveCount(1)
  expect(await wallTimes()).toEqual(before)
})

test('a post that somebody else moved first goes back, with a message', async () => {
  const { admin } = stage
  await admin.goto(`${base()}/publishing?tab=calendar`)
  await admin.getByText('Month', { exact: true }).click()
  await admin.getByRole('button', { name: 'Next month' }).click()
  const of = (await publicationsOf(admin)).find(one => one.videoTitle === first)
  await expect(chip(first)).toBeVisible()
  const faster = await admin.request.patch(`${base()}/api/publishing/publications/${of?.id}`, {
    data: { metadata: { ...of?.metadata, description: 'Gravel.' } },
  })
  expect(faster.status()).toBe(200)
  await chip(first).focus()
  await admin.keyboard.press('Space')
  await admin.keyboard.press('ArrowRight')
  await admin.keyboard.press('Enter')
  await expect(toastOf(admin, "Couldn't move the publication")).toBeVisible()
  await expect(chip(first, dayOf(11))).toBeFocused()
})
