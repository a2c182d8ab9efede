import type { ReviewState } from '#contract/review.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { base, lookAt } from '../support.ts'
import { makeAnalyzed, openAsRider, openAsStaff, toastOf } from './staff-support.ts'

runOnOwnServer()
test.describe.configure({ timeout: 120_000 })

/** How far both takes are since their in points, in seconds, and whether they play. */
const takesOf = (page: Page, starts: readonly number[]) =>
  page.getByRole('dialog').evaluate(
    (dialog, from) =>
      [...dialog.querySelectorAll('video')].map((video, place) => ({
        gone: video.currentTime - (from[place] ?? 0),
        paused: video.paused,
      })),
    starts,
  )

interface Listed {
  start: number
  end: number
  score: number
  description: string
}

test('staff compare two takes of two rides in step, by keyboard, and approve one', async ({ browser }) => {
  const rider = await openAsRider(browser, 'takes.rider@trailcut.example')
  const ids = await makeAnalyzed(rider, ['Ride 01', 'Ride 02'])
  const page = await openAsStaff(browser, 'moderator')
  const takes: Listed[] = []
  for (const id of ids) {
    const [row] = await (await page.request.get(`${base()}/api/admin/ai-processed-videos?id=${id}`)).json()
    const all: Listed[] = JSON.parse(row.aiHighlights)
    takes.push(all.toSorted((a, b) => b.score - a.score)[0] as Listed)
  }
  const starts = takes.map(({ start }) => start)
  const lengths = takes.map(({ start, end }) => end - start)

  await page.goto(`${base()}/admin/ai-highlights`)
  await expect(page.getByRole('link', { name: /Ride 01/ })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('compare the highlight')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  const pressed = page.getByRole('button', { name: /^Compare this take: /, pressed: true })
  const open = async (title: string) => {
    await page.keyboard.press('j')
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Compare this take: / }).first()).toBeVisible()
  }
  await open('Ride 01')
  await page.keyboard.press('c')
  await expect(pressed).toHaveCount(1)
  await expect(page.getByText(/^Picked to compare: .+ \(Ride 01\)$/)).toBeVisible()
  // Again puts it back.
  await page.keyboard.press('c')
  await expect(pressed).toHaveCount(0)
  await page.keyboard.press('c')
  await open('Ride 02')
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Compare two takes' })
  await expect(dialog).toBeVisible()
  await lookAt(page, 'review-compare', dialog)
  await page.setViewportSize({ width: 1440, height: 900 })

  // Both wait at their in points.
  await expect
    .poll(async () => (await takesOf(page, starts)).every(({ gone }) => Math.abs(gone) < 0.2))
    .toBe(true)
  await expect(dialog.getByRole('button', { name: 'Play both' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect
    .poll(async () => Math.min(...(await takesOf(page, starts)).map(({ gone }) => gone)), { intervals: [50] })
    .toBeGreaterThan(0.4)
  // A busy machine may take a moment to hold the one that is ahead.
  await expect
    .poll(
      async () => {
        const [left, right] = await takesOf(page, starts)
        return Math.abs((left?.gone ?? 0) - (right?.gone ?? 9))
      },
      { intervals: [50] },
    )
    .toBeLessThan(0.25)
  // Each stops at its out point.
  await expect(dialog.getByRole('button', { name: 'Play both' })).toBeVisible({ timeout: 60_000 })
  for (const [place, { gone, paused }] of (await takesOf(page, starts)).entries()) {
    expect(paused).toBe(true)
    expect(Math.abs(gone - (lengths[place] ?? 0))).toBeLessThan(0.3)
  }
  await dialog.getByRole('slider', { name: 'Position in both takes' }).press('Home')
  await expect
    .poll(async () => (await takesOf(page, starts)).every(({ gone }) => Math.abs(gone) < 0.2))
    .toBe(true)

  await dialog
    .getByRole('region', { name: /^Right: / })
    .getByRole('button', { name: /^Approve this one/ })
    .click()
  await expect(toastOf(page, 'Highlight approved successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  const approved = async (id: string | undefined) =>
    ((await (await page.request.get(`${base()}/api/admin/videos/${id}/review`)).json()) as ReviewState)
      .approvedHighlights.length
  expect([await approved(ids[0]), await approved(ids[1])]).toEqual([0, 1])
  await expect(pressed).toHaveCount(0)
  await rider.context().close()
  await page.context().close()
})
