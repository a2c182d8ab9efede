import type { ReviewState } from '#contract/review.ts'
import { systemClock } from '#server/core/clock.ts'
import { nightlyRefit } from '#server/learning/nightly-refit.ts'
import { addVerdicts } from '#test/harness/verdicts.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { serverDatabase } from '../server-database.ts'
import { base, lookAt, userIdOf } from '../support.ts'
import { closeToast, makeAnalyzed, openAsRider, openAsStaff, toastOf } from './staff-support.ts'

test.describe.configure({ mode: 'serial' })
runOnOwnServer()

let rider: Page
let page: Page
let id: string

test.beforeAll(async ({ browser }) => {
  rider = await openAsRider(browser, 'learning.rider@trailcut.example')
  ;[id = ''] = await makeAnalyzed(rider, ['Learning ride'])
  page = await openAsStaff(browser, 'admin')
})
test.afterAll(async () => {
  await rider.context().close()
  await page.context().close()
})

const toDesktop = (one: Page) => one.setViewportSize({ width: 1440, height: 900 })
const section = (name: string | RegExp) => page.getByRole('region', { name })

/** Runs the nightly job after adding verdicts on 24 more videos of the rider. */
async function reviewsAndNight() {
  const db = serverDatabase()
  await addVerdicts(db, await userIdOf(rider))
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  await nightlyRefit({ db, clock: systemClock, log }, { again: true })
}

test('a single highlight is rejected by key and by button, and the rejection is undone', async () => {
  await page.goto(`${base()}/admin/ai-highlights?video=${id}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Learning ride' })).toBeVisible()
  const review = async () =>
    (await (await page.request.get(`${base()}/api/admin/videos/${id}/review`)).json()) as ReviewState
  await page
    .getByRole('button', { name: /^Not a highlight: / })
    .first()
    .click()
  await expect(toastOf(page, 'Highlight rejected')).toBeVisible()
  expect((await review()).rejectedHighlights).toHaveLength(1)
  await lookAt(page, 'review-rejected-highlight', page.getByText('Not a highlight', { exact: true }).first())
  await toDesktop(page)
  await closeToast(page)
  await page.keyboard.press('z')
  await expect(toastOf(page, 'Undone')).toBeVisible()
  await closeToast(page)
  await page.keyboard.press('x')
  await expect(toastOf(page, 'Highlight rejected')).toBeVisible()
  expect((await review()).rejectedHighlights).toHaveLength(1)
})

test('before any verdict, the page says what a proposal needs', async () => {
  await page.goto(`${base()}/admin?tab=settings`)
  await page.getByRole('link', { name: 'Score weights' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Score weights' })).toBeVisible()
  await expect(section('In use')).toContainText('Built-in weights')
  await expect(section('No proposal')).toBeVisible()
  await lookAt(page, 'score-weights-none', section('No proposal'))
  await toDesktop(page)
})

test('a proposal is a table that takes effect once an admin approves it, and can be rolled back', async () => {
  await reviewsAndNight()
  await page.goto(`${base()}/admin/score-weights`)
  const table = page.getByRole('table', { name: 'Scores today and with version 1' })
  await expect(table.getByRole('row', { name: /Loud moment.*picture and sound/ })).toContainText('→')
  await expect(section('In use')).toContainText('Built-in weights')
  await lookAt(page, 'score-weights-proposal', table)
  await toDesktop(page)

  await page.getByRole('button', { name: 'Use these weights' }).click()
  const question = page.getByRole('dialog', { name: 'Use version 1?' })
  await lookAt(page, 'score-weights-question', question)
  await toDesktop(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(section('In use')).toContainText('Built-in weights')
  await page.getByRole('button', { name: 'Use these weights' }).click()
  await question.getByRole('button', { name: 'Use version 1' }).click()
  await expect(toastOf(page, 'Weights changed')).toBeVisible()
  await expect(section('In use')).toContainText('Version 1')
  await expect(section('History').getByRole('listitem').first()).toContainText('Version 1')
  await closeToast(page)
  await lookAt(page, 'score-weights-used', section('History'))
  await toDesktop(page)

  await page.getByRole('button', { name: 'Use the built-in weights again' }).click()
  await page
    .getByRole('dialog', { name: 'Use the built-in weights?' })
    .getByRole('button', { name: 'Use the built-in weights' })
    .click()
  await expect(section('In use')).toContainText('Built-in weights')
  await expect(page.getByRole('button', { name: 'Use version 1 again' })).toBeVisible()
})

test("turning learning off deletes a rider's stored data, as the terms say", async () => {
  await rider.goto(`${base()}/settings`)
  const choice = rider.getByRole('switch', { name: /Learn from reviews of my videos/ })
  await expect(choice).toBeChecked()
  await lookAt(rider, 'settings-learning', choice)
  await toDesktop(rider)
  await choice.click()
  await expect(toastOf(rider, 'Learning from your reviews is off')).toBeVisible()
  await expect(choice).not.toBeChecked()
  await rider.reload()
  await expect(choice).not.toBeChecked()
  await rider.goto(`${base()}/terms`)
  await expect(rider.getByRole('heading', { name: 'Learning from reviews' })).toBeVisible()
})
