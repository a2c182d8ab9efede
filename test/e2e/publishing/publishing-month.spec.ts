import { expect, type Locator, test } from '../fixtures.ts'
import { picture } from '../screens/looks.ts'
import { closeToast, toastOf } from '../staff/staff-support.ts'
import { base, expectSound, lookAt } from '../support.ts'
import { desk, publicationsOf, setStage } from './publishing-support.ts'

test.describe.configure({ mode: 'serial', timeout: 180_000 })
const [first, second] = ['Ridge line', 'Creek bed'] as const
const stage = setStage([first, second])

/** A day of next month: it is always to come, and so is the rest of its week. */
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
    // Its title is the one that was written for YouTube.
    name: new RegExp(`^09:30 ${title}.*, YouTube$`),
  })
const said = (words: string | RegExp) => stage.admin.getByRole('status').filter({ hasText: words })
const wallTimes = async () =>
  Object.fromEntries((await publicationsOf(stage.admin)).map(one => [one.videoTitle, one.wallTime]))

test('the month: each on its day, opened for what goes out', async () => {
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
  await expect(admin.getByRole('listitem').filter({ hasText: '9:30 AM' })).toContainText(first)
  await lookAt(admin, 'publishing-month', cell(dayOf(10)))
  await desk(admin)
})

test('dragged to another day by the mouse, at the same time of day', async () => {
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
  // The day it came to is open.
  await expect(cell(dayOf(11)).getByRole('button').first()).toHaveAttribute('aria-pressed', 'true')
  await closeToast(admin)
})

test('let go beside every day, or given up with Escape: it stays where it was', async () => {
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

test('carried by keys: picked up, over the week and to another month, put down; each step is told', async () => {
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

test('keys: never to a day that is over; Escape leaves it where it was', async () => {
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

test('somebody else was faster: told so, and it goes back', async () => {
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
