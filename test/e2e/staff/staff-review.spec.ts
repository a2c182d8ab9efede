import { plannedStates } from '#contract/publishing/constants.ts'
import type { ReviewState } from '#contract/review.ts'
import { expect, type Locator, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { settled } from '../screens/looks.ts'
import { base, lookAt } from '../support.ts'
import {
  closeToast,
  expectPlaying,
  makeAnalyzed,
  openAsRider,
  openAsStaff,
  toastOf,
} from './staff-support.ts'

/** Twelve rides wait for review, and these tests work through them in order. */
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const titles = Array.from({ length: 12 }, (_, index) => `Ride ${String(index + 1).padStart(2, '0')}`)
runOnOwnServer()

let ids: string[]
let rider: Page
let page: Page

test.beforeAll(async ({ browser }) => {
  rider = await openAsRider(browser, 'review.rider@trailcut.example')
  // The first ride is long enough for a compilation, and analyzed before the others, so it is first in the queue.
  const first = await makeAnalyzed(rider, titles.slice(0, 1), 'long')
  ids = [...first, ...(await makeAnalyzed(rider, titles.slice(1)))]
  page = await openAsStaff(browser, 'moderator')
})
test.afterAll(async () => {
  await rider.context().close()
  await page.context().close()
})

const idOf = (place: number): string => ids[place] ?? ''
const reviewOf = async (id: string): Promise<ReviewState> =>
  (await page.request.get(`${base()}/api/admin/videos/${id}/review`)).json()
const heading = (title: string) => page.getByRole('heading', { level: 2, name: title, exact: true })
const tab = (name: string) => page.getByRole('tab', { name })

/** Makes the next request fail with a server error. */
const failOnce = (pattern: string) =>
  page.route(pattern, route => route.fulfill({ status: 500, body: '{}' }), { times: 1 })

test('the queue is searched, sorted and filtered, in the address, and says so when nothing matches', async () => {
  await page.goto(`${base()}/admin/ai-highlights`)
  const queue = page.getByRole('navigation', { name: 'AI-processed videos' })
  const shown = queue.getByRole('link')
  await expect(shown).toHaveCount(12)
  const percents = async () =>
    (await shown.allTextContents()).map(text => Number(/(\d+)%/.exec(text)?.[1] ?? Number.NaN))
  const listed = page.waitForResponse(answer => answer.url().includes('order=strongest'))
  await page.getByLabel('Order').selectOption('Strongest')
  await listed
  await expect
    .poll(async () => (await percents()).every((one, n, all) => n === 0 || one <= (all[n - 1] ?? 100)))
    .toBe(true)
  await page.reload()
  await expect(page.getByLabel('Order')).toHaveValue('strongest')

  await page.getByRole('searchbox', { name: 'Search rides and riders' }).fill('ride 07')
  await expect(shown).toHaveCount(1)
  await lookAt(page, 'review-filtered')
  await page.getByRole('searchbox', { name: 'Search rides and riders' }).fill('ortega')
  await expect(shown).toHaveCount(12)
  await page.getByLabel('Category').selectOption('Rock crawling')
  await expect(page.getByRole('heading', { name: 'No videos match' })).toBeVisible()
  // The other list keeps what it can: it has no order by viral potential.
  await page.locator('label', { hasText: /^All$/ }).click()
  await expect(page.getByLabel('Category')).toHaveValue('rock-crawling')
  await expect(page.getByLabel('Order')).toHaveValue('newest')
  await page.getByLabel('Order').selectOption('Oldest first')
  await page.locator('label', { hasText: /^To review$/ }).click()
  await expect(page.getByLabel('Category')).toHaveValue('rock-crawling')
  await expect(page.getByLabel('Order')).toHaveValue('oldest')
})

test('the list shows percentages in color, a placeholder, and four tabs on phone and desktop', async () => {
  await page.goto(`${base()}/admin/ai-highlights`)
  await expect(page.getByText('Select a video to review AI highlights')).toBeVisible()
  await expect(page.getByText('12 to review')).toBeVisible()
  const first = page.getByRole('link', { name: /Ride 01/ })
  await expect(first).toContainText('Sam Ortega')
  await expect(first).toContainText('Under Review')
  await expect(first).toContainText(/\d+%/)
  await lookAt(page, 'review-list')
  await page.setViewportSize({ width: 1440, height: 900 })

  const { cfStreamId } = await (await page.request.get(`${base()}/api/videos/${idOf(1)}`)).json()
  const preloaded = page.waitForResponse(
    answer => answer.url().includes(`/stream/${cfStreamId}/`) && answer.url().endsWith('.m3u8'),
  )
  await first.click()
  await expect(heading('Ride 01')).toBeVisible()
  // The next video is preloaded.
  expect((await preloaded).status()).toBe(200)
  await expect(page.getByText(/Score \d+%/).first()).toBeVisible()
  await expect(page.getByText(/Motion \d+%/).first()).toBeVisible()
  await expect(page.getByText(/Excitement \d+%/).first()).toBeVisible()
  await expect(page.getByText(/^\d+:\d\d-\d+:\d\d$/).first()).toBeVisible()
  await expect(page.getByText(/Score model rides-\d+\.$/)).toBeVisible()
  for (const name of ['Highlights', 'Metadata', 'Thumbnails', 'Compilations']) {
    await tab(name).click()
    await lookAt(page, `review-${name.toLowerCase()}`, tab(name))
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('a phone has the player, the tabs and all three decisions in view', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${base()}/admin/ai-highlights?video=${idOf(0)}`)
  const bottomOf = async (shown: Locator) => {
    const box = await shown.boundingBox()
    return (box?.y ?? Number.NaN) + (box?.height ?? 0)
  }
  await expect(page.getByRole('slider', { name: /^Excitement over/ })).toBeVisible()
  const decisions = ['Reject', 'Approve', 'Publish Video with AI Enhancements'].map(name =>
    page.getByRole('button', { name, exact: true }),
  )
  for (const decision of decisions) await expect(decision).toBeInViewport({ ratio: 0.9 })
  await settled(page)
  const { y } = (await decisions[0]?.boundingBox()) ?? { y: 0 }
  expect(await bottomOf(page.getByRole('tablist'))).toBeLessThan(y)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('previews play the rendered clip of a highlight and of a compilation', async () => {
  await tab('Highlights').click()
  await page
    .getByRole('button', { name: /^Preview: / })
    .first()
    .click()
  await expectPlaying(page, /^Clip: /)
  const source = await page.getByLabel(/^Clip: /).getAttribute('src')
  expect(source).toMatch(/\/clips\/.+\/file\.mp4$/)
  await tab('Compilations').click()
  await page
    .getByRole('button', { name: /^Preview: / })
    .first()
    .click()
  await expectPlaying(page, /^Clip: /)
})

test('approving a highlight or a compilation, and Use This, each show a toast', async () => {
  await tab('Highlights').click()
  const approve = page.getByRole('button', { name: /^Approve: / }).first()
  await failOnce('**/highlights/*/approve')
  await approve.click()
  await expect(toastOf(page, 'Failed to approve highlight')).toBeVisible()
  await approve.click()
  await expect(toastOf(page, 'Highlight approved successfully')).toBeVisible()
  await closeToast(page)

  await tab('Thumbnails').click()
  await page
    .getByRole('button', { name: /^Use This: / })
    .last()
    .click()
  await expect(toastOf(page, 'Thumbnail selected')).toBeVisible()
  await expect(page.getByText('In use')).toBeVisible()

  await tab('Compilations').click()
  await page
    .getByRole('button', { name: /^Approve: / })
    .first()
    .click()
  await expect(toastOf(page, 'Reel approved successfully')).toBeVisible()
  const review = await reviewOf(idOf(0))
  expect(review.approvedHighlights).toHaveLength(1)
  expect(review.approvedCompilations).toEqual([0])
  expect(review.thumbnailTimestamp).toBeGreaterThanOrEqual(0)
})

test('texts are measured for each platform, kept while looking at another tab, and saved', async () => {
  await tab('Metadata').click()
  const title = page.getByLabel('Title').first()
  await title.fill('x'.repeat(101))
  await expect(page.getByText('101 of 100')).toBeVisible()
  await expect(page.getByText('The title is 1 character too long for this platform.')).toBeVisible()
  // In a text field, letters aren't shortcuts.
  await title.fill('Dunes at daw')
  await title.pressSequentially('n')
  await page.getByLabel('Tags', { exact: true }).fill('utv, sand dunes')
  await expect(page.getByText('13 of 100')).toBeVisible()
  // Two characters for the quotes around a tag with a space, one for the comma.
  await expect(page.getByText('16 of 500')).toBeVisible()
  await page.getByLabel('Hashtags').fill('#utv #dunes')
  await page.getByRole('link', { name: /Ride 02/ }).click()
  await expect(heading('Ride 02')).toBeVisible()
  await page.getByRole('link', { name: /Ride 01/ }).click()
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await expect(title).toHaveValue('Dunes at dawn')
  await page.getByRole('button', { name: 'Save metadata' }).click()
  await expect(toastOf(page, 'Metadata Saved')).toBeVisible()
  const { youtube, tiktok } = await reviewOf(idOf(0))
  expect(youtube?.title).toBe('Dunes at dawn')
  expect(youtube?.tags).toEqual(['utv', 'sand dunes'])
  expect(tiktok?.hashtags).toEqual(['utv', 'dunes'])
})

const publishButton = (on: Page) => on.getByRole('button', { name: 'Publish Video with AI Enhancements' })
const publishDialog = (on: Page) => on.getByRole('dialog', { name: "Publish 'Ride 01'?" })

test('publishing says where, as what and when, and is undone before anything goes out', async ({
  browser,
}) => {
  const other = await openAsStaff(browser, 'moderator')
  // Nothing starts while publishing is paused, and the countdown stands still: no undo races against its post.
  const pause = (paused: boolean) => other.request.put(`${base()}/api/publishing/pause`, { data: { paused } })
  expect((await pause(true)).status()).toBe(200)
  await other.clock.setFixedTime(new Date())
  const open = () => other.goto(`${base()}/admin/ai-highlights?video=${idOf(0)}`)
  await open()
  await publishButton(other).click()
  const dialog = publishDialog(other)
  await expect(dialog.getByText('Goes out 10 seconds after you publish.')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'YouTube' })).toContainText('Whole video')
  await expect(dialog.getByText('Dunes at dawn')).toBeVisible()
  await lookAt(other, 'review-publish', dialog)
  await other.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await reviewOf(idOf(0))).status).toBe('draft')

  const statesOf = async () =>
    (await (await other.request.get(`${base()}/api/publishing/publications?videoId=${idOf(0)}`)).json()).map(
      (one: { state: string }) => one.state,
    )
  const release = async () => {
    await publishButton(other).click()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(toastOf(other, 'Video published successfully')).toBeVisible()
    await expect(other.getByRole('heading', { level: 2, name: 'Ride 02' })).toBeVisible()
  }
  await release()
  const undo = other.getByRole('button', { name: 'Undo the release of Ride 01' })
  await lookAt(other, 'review-outgoing', undo)
  await other.setViewportSize({ width: 1440, height: 900 })
  // Due or not, nothing has been sent.
  expect(plannedStates).toContain((await statesOf()).join())
  await undo.click()
  await expect(toastOf(other, 'Undone')).toBeVisible()
  await expect(other.getByRole('heading', { level: 2, name: 'Ride 01' })).toBeVisible()
  await expect(undo).toHaveCount(0)
  expect(await statesOf()).toEqual(['cancelled'])
  expect((await reviewOf(idOf(0))).status).toBe('draft')

  // After a reload the video says that it is released and not out yet.
  await closeToast(other)
  await release()
  await open()
  await expect(other.getByText(/^Released by you/)).toBeVisible()
  await other.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(toastOf(other, 'Undone')).toBeVisible()
  expect(await statesOf()).toEqual(['cancelled', 'cancelled'])
  expect((await pause(false)).status()).toBe(200)
  await other.context().close()
})

test("'Publish Video with AI Enhancements' reports failure and success", async () => {
  // Somebody else has decided and undone meanwhile.
  await page.reload()
  await expect(heading('Ride 01')).toBeVisible()
  const publish = async () => {
    await publishButton(page).click()
    await publishDialog(page).getByRole('button', { name: 'Publish' }).click()
  }
  await failOnce('**/publish')
  await publish()
  await expect(toastOf(page, 'Failed to publish video')).toBeVisible()
  await publish()
  await expect(toastOf(page, 'Video published successfully')).toBeVisible()
  await expect(heading('Ride 02')).toBeVisible()
  await expect.poll(async () => (await reviewOf(idOf(0))).status).toBe('published')
})

test('ten videos are approved, rejected with a reason and undone by keyboard alone', async () => {
  await page.goto(`${base()}/admin/ai-highlights`)
  await expect(page.getByText('11 to review')).toBeVisible()
  await page.keyboard.press('j')
  const started = Date.now()
  for (let place = 1; place <= 10; place++) {
    await expect(heading(titles[place] ?? '')).toBeVisible()
    if (place % 3 === 0) {
      await page.keyboard.press('r')
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('radio').first()).toBeFocused()
      await page.keyboard.press('2')
      await expect(dialog.getByText('Too little happens in this ride')).toBeVisible()
      if (place === 3) {
        await lookAt(page, 'review-reject', dialog)
        await page.setViewportSize({ width: 1440, height: 900 })
      }
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(toastOf(page, 'Video rejected')).toBeVisible()
    } else {
      // A decision needs the review's version, so wait until it has loaded.
      await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
      await page.keyboard.press('a')
      await expect(toastOf(page, 'Video approved')).toBeVisible()
    }
  }
  console.log(`ten videos by keyboard: ${Date.now() - started} ms`)
  await expect(heading('Ride 12')).toBeVisible()
  await expect.poll(async () => (await reviewOf(idOf(10))).status).toBe('approved')
  expect((await reviewOf(idOf(9))).rejection?.reason).toBe('nothing_happens')

  // Undo works backwards, from the last decision.
  await page.keyboard.press('z')
  await expect(toastOf(page, 'Undone')).toBeVisible()
  await expect(heading('Ride 11')).toBeVisible()
  await page.keyboard.press('z')
  await expect(heading('Ride 10')).toBeVisible()
  expect((await reviewOf(idOf(10))).status).toBe('draft')
  await expect.poll(async () => (await reviewOf(idOf(9))).status).toBe('draft')
})

test('shortcuts switch tabs, move, select and preview, and a switch turns them off', async () => {
  await page.keyboard.press('4')
  await expect(tab('Compilations')).toHaveAttribute('data-state', 'active')
  await page.keyboard.press('1')
  await expect(tab('Highlights')).toHaveAttribute('data-state', 'active')
  await page.keyboard.press('n')
  await page.keyboard.press('s')
  await expect(toastOf(page, 'Highlight approved successfully')).toBeVisible()
  await page.keyboard.press('p')
  await page.keyboard.press('Space')
  await expectPlaying(page, /^Clip: /)
  await page.keyboard.press('k')
  await expect(heading('Ride 09')).toBeVisible()
  await page.getByRole('button', { name: 'Shortcuts on' }).click()
  await page.keyboard.press('j')
  await expect(heading('Ride 09')).toBeVisible()
  await page.getByRole('button', { name: 'Shortcuts off' }).click()
  // The next video starts at its title, below the bar, wherever the last one was scrolled to.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.keyboard.press('j')
  await expect(heading('Ride 10')).toBeVisible()
  const bar = await page.getByRole('banner').first().boundingBox()
  await expect
    .poll(async () => (await heading('Ride 10').boundingBox())?.y)
    .toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
})

test('? lists the shortcuts', async () => {
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Shortcuts' })
  await expect(dialog.getByText('reject it with a reason')).toBeVisible()
  await lookAt(page, 'review-keys', dialog)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the tail is rejected at once with a reason, and undone together', async () => {
  const low = ['Ride 10', 'Ride 11']
  await page.route('**/api/admin/ai-processed-videos*', async route => {
    const answer = await route.fetch()
    const listed: { title: string }[] = await answer.json()
    await route.fulfill({
      response: answer,
      json: listed.map(one => (low.includes(one.title) ? { ...one, aiViralPotentialScore: 0.05 } : one)),
    })
  })
  // Sorting fetches the list with the browser's own call, which the route above changes.
  await page.goto(`${base()}/admin/ai-highlights`)
  await page.getByLabel('Order').selectOption('Newest first')
  await page.getByRole('button', { name: 'Reject 2 below 10%' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 2 videos' })
  await dialog.getByRole('radio', { name: /Too little happens/ }).check()
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page, '2 videos rejected')).toBeVisible()
  await expect(dialog).toBeHidden()
  const statuses = async () => [(await reviewOf(idOf(9))).status, (await reviewOf(idOf(10))).status]
  expect(await statuses()).toEqual(['rejected', 'rejected'])
  await lookAt(page, 'review-tail')
  await page.setViewportSize({ width: 1440, height: 900 })
  await closeToast(page)
  await page.keyboard.press('z')
  await expect(toastOf(page, 'Undone')).toBeVisible()
  expect(await statuses()).toEqual(['draft', 'draft'])
  await page.unrouteAll()
})

test('two people on one video see each other, and the slower one gets a message', async ({ browser }) => {
  const other = await openAsStaff(browser, 'admin')
  await other.goto(`${base()}/admin/ai-highlights?video=${idOf(11)}`)
  await expect(other.getByRole('heading', { level: 2, name: 'Ride 12' })).toBeVisible()
  await page.goto(`${base()}/admin/ai-highlights?video=${idOf(11)}`)
  await expect(page.getByText(/also has this video open/)).toBeVisible()
  await lookAt(page, 'review-two', page.getByText(/also has this video open/))
  await page.setViewportSize({ width: 1440, height: 900 })
  // The other screen gets no update before its decision.
  await other.route('**/presence', route => route.abort())
  await expect(other.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(toastOf(page, 'Video approved')).toBeVisible()
  await other.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(toastOf(other, 'Failed to approve video')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Approved' })).toBeVisible()
  expect((await reviewOf(idOf(11))).status).toBe('approved')
  await other.context().close()
  // A link still opens a video that has left the list.
  await page.goto(`${base()}/admin/ai-highlights?video=${idOf(11)}`)
  await expect(heading('Ride 12')).toBeVisible()
  await expect(page.getByRole('link', { name: /Ride 12/ })).toHaveCount(0)
})

test('the rider sees why and submits the video again', async () => {
  const id = idOf(3)
  await rider.goto(`${base()}/?video=${id}`)
  const dialog = rider.getByRole('dialog', { name: 'Ride 04' })
  await expect(dialog.getByText('Too little happens in this ride', { exact: false })).toBeVisible()
  await lookAt(rider, 'rejected-video', dialog)
  await rider.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(toastOf(rider, 'Sent again')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Send again' })).toHaveCount(0)
  await expect.poll(async () => (await reviewOf(id)).status).toBe('pending')
})
