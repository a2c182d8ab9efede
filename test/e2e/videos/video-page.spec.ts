import type { Notification } from '#contract/notifications.ts'
import { json } from '#server/core/db/json.ts'
import { signInTo } from '../accounts.ts'
import { type BrowserContext, expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { judge } from '../screens/judge.ts'
import { settled } from '../screens/looks.ts'
import { serverDatabase } from '../server-database.ts'
import { base, expectSound, lookAt, signInByProvider, signInStaff, signUp, userIdOf } from '../support.ts'

runOnOwnServer()

test.use({ serviceWorkers: 'block' })

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const play = (page: Page, title: string) => page.getByRole('button', { name: `Play: ${title}` })
const currentTime = (page: Page) =>
  page.locator('main video').evaluate((element: HTMLVideoElement) => element.currentTime)
/** A separate browser window for another person. */
const other = async (context: BrowserContext): Promise<Page> =>
  (await (context.browser() as NonNullable<ReturnType<BrowserContext['browser']>>).newContext()).newPage()

test('a title on the dashboard opens the video page, which loads the player on play', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', request => scripts.push(request.url()))
  const loaded = () => scripts.filter(url => /hls\.light|video-player/.test(url)).length
  await signUp(page, 'page.rider@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), 'Ridge at dawn')
  await page.goto(base())
  await page.getByRole('link', { name: 'Ridge at dawn', exact: true }).click()
  await expect(page).toHaveURL(`${base()}/v/${id}`)
  await expect(h1(page, 'Ridge at dawn')).toBeFocused()
  const panel = page.getByRole('region', { name: 'AI Video Enhancement' })
  await expect(panel.getByRole('tabpanel').getByRole('button', { name: /^Preview: / })).toHaveCount(4)
  await judge(page, 'video-page', { whole: true })
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page).toHaveURL(`${base()}/v/${id}?tab=details`)
  await expect(page.getByRole('region', { name: 'About this video' })).toContainText('0:40')
  await judge(page, 'video-page-details', { whole: true })
  await page.reload()
  const asked = page.locator('head > link[rel=preload][as=image]')
  await expect(asked).toHaveCount(1)
  await expect(play(page, 'Ridge at dawn').locator('img').last()).toHaveAttribute(
    'src',
    (await asked.getAttribute('href')) ?? '',
  )
  expect(loaded()).toBe(0)
  await play(page, 'Ridge at dawn').click()
  await expect(page.getByRole('region', { name: 'Video player: Ridge at dawn' })).toBeFocused()
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0)
  expect(loaded()).toBeGreaterThan(0)
})

test('?t= and a highlight both set where playback starts', async ({ page }) => {
  await signUp(page, 'moment.rider@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), 'Long way round')
  await page.goto(`${base()}/v/${id}?t=24`)
  await expect(play(page, 'Long way round')).toContainText('Starts at 0:24')
  await play(page, 'Long way round').click()
  await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(24)

  // A time past the end, or an invalid one, starts at the beginning.
  for (const wrong of ['41', '-1', 'abc']) {
    await page.goto(`${base()}/v/${id}?t=${wrong}`)
    await expect(play(page, 'Long way round')).not.toContainText('Starts at')
  }
  const first = page.getByRole('region', { name: 'AI Video Enhancement' }).getByRole('listitem').first()
  const start = /(\d+):(\d+)-/.exec((await first.textContent()) ?? '')
  await first.getByRole('button').first().click()
  await expect
    .poll(() => currentTime(page))
    .toBeGreaterThanOrEqual(Number(start?.[1]) * 60 + Number(start?.[2]))
})

test('the owner edits the texts, and deletes the video after a confirmation', async ({ page }) => {
  await signUp(page, 'editing.rider@trailcut.example')
  const id = await addReadyVideo('bare', await userIdOf(page), 'First name')
  await page.goto(`${base()}/v/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit video' })
  await lookAt(page, 'video-page-edit', form)
  await form.getByLabel('Title').fill(' ')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Give your video a title.')).toBeVisible()
  await form.getByLabel('Title').fill('Second name')
  await form.getByLabel('Description').fill('Wet clay.')
  await form.getByLabel('Category').selectOption('racing')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(h1(page, 'Second name')).toBeVisible()
  await page.goto(`${base()}/v/${id}?tab=details`)
  const about = page.getByRole('region', { name: 'About this video' })
  await expect(h1(page, 'Second name')).toBeVisible()
  await expect(about).toContainText('Wet clay.')
  await expect(about).toContainText('Racing')

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Delete this video?' })
  await lookAt(page, 'video-page-delete', question)
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await question.getByRole('button', { name: 'Delete video' }).click()
  await expect(page).toHaveURL(`${base()}/`)
  await expect(page.getByText('No videos uploaded yet')).toBeVisible()
  await page.goto(`${base()}/v/${id}`)
  await expect(h1(page, 'Video not found')).toBeVisible()
})

test("staff see another person's video without the owner's controls, and strangers see nothing", async ({
  page,
  context,
}) => {
  await signUp(page, 'watched.rider@trailcut.example')
  const id = await addReadyVideo('short', await userIdOf(page), 'Not yours')
  const staff = await other(context)
  await signInStaff(staff, 'moderator')
  await staff.goto(`${base()}/v/${id}`)
  await expect(play(staff, 'Not yours')).toBeVisible()
  await staff.getByRole('tab', { name: 'Details' }).click()
  await expect(staff.getByRole('region', { name: 'About this video' })).toBeVisible()
  for (const name of ['Share', 'Edit', 'Delete'])
    await expect(staff.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(staff.getByRole('link', { name: 'Download', exact: true })).toHaveCount(0)
  await expectSound(staff, 'video page of another, for staff')
  await staff.getByRole('link', { name: 'Open in Review' }).click()
  await expect(staff).toHaveURL(new RegExp(`/admin/ai-highlights\\?.*video=${id}`))
  await staff.context().close()

  const stranger = await other(context)
  await signUp(stranger, 'stranger@trailcut.example')
  for (const address of [id, 'no-id'] as const) {
    await stranger.goto(`${base()}/v/${address}`)
    await expect(h1(stranger, 'Video not found')).toBeVisible()
    await expect(stranger.getByText('Not yours')).toHaveCount(0)
  }
  await lookAt(stranger, 'video-page-gone', h1(stranger, 'Video not found'))
  await stranger.getByRole('link', { name: 'Go to your videos' }).click()
  await expect(h1(stranger, 'Creator Dashboard')).toBeVisible()
  await stranger.context().close()
})

test('after a rejection, the page says why and submits the video again', async ({ page, context }) => {
  await signUp(page, 'rejected.rider@trailcut.example')
  const id = await addReadyVideo('short', await userIdOf(page), 'Too dark')
  const staff = await other(context)
  await signInStaff(staff, 'moderator')
  const rejected = await staff.request.post(`${base()}/api/admin/videos/${id}/reject`, {
    data: { reason: 'quality' },
    headers: { origin: base() },
  })
  expect(rejected.status()).toBe(200)
  await staff.context().close()

  const notifications = (await (
    await page.request.get(`${base()}/api/notifications`)
  ).json()) as Notification[]
  expect(notifications[0]?.link).toBe(`/v/${id}`)
  await page.goto(`${base()}/inbox`)
  await page.getByRole('link', { name: `Open: ${notifications[0]?.title}` }).click()
  const why = page.getByRole('status').filter({ hasText: 'Why it was not selected' })
  await expect(why).toContainText('Fix what you can here')
  await lookAt(page, 'video-page-rejected', why)
  await why.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Your video is in the review queue.')).toBeVisible()
  await expect(why).toHaveCount(0)
})

test('a reel is played and downloaded from the page', async ({ page }) => {
  await signUp(page, 'reel.rider@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), 'Four jumps')
  await page.goto(`${base()}/v/${id}?tab=details`)
  const clips = page.getByRole('region', { name: 'Clips and reels' })
  await clips
    .getByRole('button', { name: /^Preview: / })
    .first()
    .click()
  await expect(clips.getByRole('link', { name: /^Download/ })).toHaveAttribute('download', /\.mp4$/)
  await expect(clips.locator('video')).toBeVisible()
})

test('on a phone, the link is copied in two taps and the main jobs need no scrolling', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  await signInTo(page, 'two.taps@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), 'Two taps')
  await page.goto(`${base()}/v/${id}`)
  const bottomBar = page.getByRole('navigation').last()
  const job = (name: string) =>
    page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }))
  await settled(page)
  const { y: free } = (await bottomBar.boundingBox()) ?? { y: 0 }
  for (const name of ['Share', 'Download', 'Make a reel', 'Edit']) {
    const box = await job(name).boundingBox()
    expect((box?.y ?? free) + (box?.height ?? 0), name).toBeLessThan(free)
  }
  await job('Share').tap()
  await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Copy link' }).tap()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`^${base()}/s/[0-9a-f]{32}$`))
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await lookAt(page, 'video-page-share', page.getByRole('textbox', { name: 'Link' }))
  await context.close()
})

test('at first sight a laptop shows at most five cards', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInTo(page, 'five.cards@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), 'Five cards')
  await page.goto(`${base()}/v/${id}`)
  await expect(page.getByRole('slider', { name: /^Excitement over/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Preview: / })).toHaveCount(4)
  const framed = await page.locator('main').evaluate(
    main =>
      [...main.querySelectorAll('*')].filter(element => {
        const { width, top, height } = element.getBoundingClientRect()
        const { borderTopWidth, borderRadius } = getComputedStyle(element)
        const isFramed = borderTopWidth !== '0px' && Number.parseFloat(borderRadius) > 4
        return isFramed && width > 240 && height > 48 && top < innerHeight
      }).length,
  )
  // The player has no frame.
  expect(framed + 1).toBeLessThanOrEqual(5)
})

test('the rider downloads the file as it was uploaded', async ({ page }) => {
  await signInByProvider(page, 'download.rider@trailcut.example')
  const id = await addReadyVideo('short', await userIdOf(page), 'To keep')
  await page.goto(`${base()}/v/${id}`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/\.mp4$/i)
})

test('the reel maker opens from the bar, and the reel that was made is in the details', async ({ page }) => {
  await signInByProvider(page, 'bar.rider@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), 'From the bar')
  await page.goto(`${base()}/v/${id}`)
  await page.getByRole('button', { name: 'Make a reel', exact: true }).click()
  const maker = page.getByRole('dialog', { name: 'Make a reel' })
  await expect(maker).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(maker).toBeHidden()
  await expect(page.getByRole('region', { name: 'Your reels' })).toBeInViewport()
})

test("the generated title is shown for a file's name; one press keeps it, one undoes it", async ({
  page,
}) => {
  await signInByProvider(page, 'file.name@trailcut.example')
  const rider = await userIdOf(page)
  for (const choice of ['Keep this title', 'Use “GX010042”']) {
    const id = await addReadyVideo('short', rider, 'GX010042')
    const { ai_title: generated } = await serverDatabase()
      .updateTable('videos')
      .set(({ ref }) => ({
        title: ref('ai_title').$castTo<string>(),
        file_name: 'GX010042.MP4',
        metadata_before_ai: json({ title: 'GX010042' }),
      }))
      .where('id', '=', id)
      .returning('ai_title')
      .executeTakeFirstOrThrow()
    await page.goto(`${base()}/v/${id}`)
    await expect(h1(page, generated as string)).toBeVisible()
    const button = page.getByRole('button', { name: choice })
    if (choice.startsWith('Keep')) await lookAt(page, 'video-page-named', button)
    await button.click()
    await expect(button).toHaveCount(0)
    await page.reload()
    await expect(h1(page, choice.startsWith('Keep') ? (generated as string) : 'GX010042')).toBeVisible()
    await expect(page.getByText('Named after what happens in it.')).toHaveCount(0)
  }
})

test("the player's keys work wherever the page has the focus, except in fields", async ({ page }) => {
  await signInByProvider(page, 'keys.rider@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), 'Keys everywhere')
  await page.goto(`${base()}/v/${id}`)
  await expect(play(page, 'Keys everywhere')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('k')
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0.2)
  await page.keyboard.press('k')
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const at = await currentTime(page)
  await page.keyboard.press('l')
  await expect.poll(() => currentTime(page)).toBeCloseTo(at + 10, 1)
  await page.keyboard.press('j')
  await expect.poll(() => currentTime(page)).toBeCloseTo(at, 1)
  await page.getByRole('combobox', { name: 'Playback speed' }).selectOption('0.5×')
  await expect
    .poll(() => page.locator('main video').evaluate((video: HTMLVideoElement) => video.playbackRate))
    .toBe(0.5)

  // Typed letters are text.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title').press('l')
  expect(await currentTime(page)).toBeCloseTo(at, 1)
  await page.keyboard.press('Escape')

  // People who speak to their computer turn letters off; Space isn't one.
  const keys = page.getByRole('region', { name: 'Shortcuts' })
  // They come once their place, the end of the page, is near.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(keys).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await keys.getByRole('button', { name: 'Shortcuts on' }).click()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('l')
  expect(await currentTime(page)).toBeCloseTo(at, 1)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => currentTime(page)).toBeCloseTo(at + 10, 1)
})
