import { channelKinds } from '#contract/publishing/constants.ts'
import { expect, test } from '../fixtures.ts'
import { settled } from '../screens/looks.ts'
import { closeToast, openAsStaff, toastOf, toasts } from '../staff/staff-support.ts'
import { base, lookAt } from '../support.ts'
import { chooseVideo, figure, openTab, scheduleDialog, setStage } from './publishing-support.ts'

test.describe.configure({ mode: 'serial', timeout: 240_000 })
const [second, third] = ['Morning wash', 'Ridge line'] as const
const stage = setStage([second, third])

test('with nothing published, the tabs show empty states, and both channels are sandboxes', async () => {
  const { admin } = stage
  await admin.goto(`${base()}/publishing`)
  for (const name of ['Overview', 'Queue', 'Analytics', 'Calendar', 'Channels'])
    await expect(admin.getByRole('tab', { name })).toBeVisible()
  await expect(figure(admin, 'Publications')).toHaveText('0')
  await expect(figure(admin, 'Success rate')).toHaveText('0%')
  await expect(figure(admin, 'Top platform')).toHaveText('None yet')
  await expect(admin.getByRole('region', { name: 'Next posts' }).getByText('Nothing scheduled')).toBeVisible()
  await expect(admin.getByText('Nothing failed, and nothing is late.')).toBeVisible()
  await openTab(admin, 'Channels')
  await expect(admin.getByText('Connected', { exact: true })).toHaveCount(channelKinds.length)
  await openTab(admin, 'Queue')
  await expect(admin.getByText('0 of 10 this hour')).toBeVisible()
  await expect(admin.getByText('0 of 5 this hour')).toBeVisible()
  await expect(admin.getByText('Nothing has been scheduled yet')).toBeVisible()
  await openTab(admin, 'Analytics')
  await expect(admin.getByText('No figures yet')).toHaveCount(channelKinds.length)
  await openTab(admin, 'Calendar')
  await expect(admin.getByText('Nothing scheduled')).toBeVisible()
})

test('the dialog requires a video and a platform, parses a time, measures texts and warns', async () => {
  const { admin } = stage
  await admin.goto(`${base()}/publishing`)
  const dialog = scheduleDialog(admin)
  await admin.getByRole('button', { name: 'Schedule Publishing' }).click()
  await expect(dialog.getByRole('button', { name: 'Schedule', exact: true })).toBeDisabled()
  await expect(dialog.getByRole('switch', { name: 'Publish immediately' })).not.toBeChecked()
  await expect(dialog.getByRole('switch', { name: /^Use optimal timing/ })).toBeChecked()
  await expect(dialog.getByLabel('Custom schedule')).toHaveValue('')
  await admin.keyboard.press('Escape')

  const open = await chooseVideo(admin, second, ['YouTube', 'TikTok'])
  await expect(open.getByText(/^Goes out /)).toHaveCount(2)
  await expect(open.getByText(/No estimate yet/)).toHaveCount(2)
  await open.getByLabel('Custom schedule').fill('blue cheese')
  await expect(open.getByLabel('Custom schedule')).toHaveAccessibleDescription(/time/i)
  await expect(open.getByRole('button', { name: 'Schedule', exact: true })).toBeDisabled()
  await open.getByLabel('Custom schedule').fill('tomorrow 6pm')
  await expect(open.getByText(/^Goes out .*6:00\sPM/)).toHaveCount(2)

  await open.getByText('Text for YouTube', { exact: true }).click()
  const title = open.getByLabel('Title').first()
  await title.fill('x'.repeat(101))
  await expect(open.getByText('101 of 100')).toBeVisible()
  await expect(open.getByRole('button', { name: 'Schedule', exact: true })).toBeDisabled()
  await title.fill('The wash at first light')
  // Its actions stay in view while its content scrolls.
  await admin.setViewportSize({ width: 390, height: 844 })
  await open.getByLabel('Custom schedule').scrollIntoViewIfNeeded()
  const submit = open.getByRole('button', { name: 'Schedule', exact: true })
  await expect(submit).toBeInViewport({ ratio: 0.9 })
  await open.getByRole('searchbox').scrollIntoViewIfNeeded()
  await expect(submit).toBeInViewport({ ratio: 0.9 })
  // A toast covers neither them nor the title.
  await admin.route('**/schedule-publish', route => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await submit.click()
  const toast = toasts(admin).locator('li')
  await expect(toast).toContainText("Couldn't schedule publishing")
  const [top, below, bottom] = await Promise.all(
    [open.getByRole('heading', { name: 'Schedule Publishing' }), toast, submit].map(one => one.boundingBox()),
  )
  expect(below?.y).toBeGreaterThanOrEqual((top?.y ?? Number.NaN) + (top?.height ?? 0))
  expect((below?.y ?? Number.NaN) + (below?.height ?? 0)).toBeLessThanOrEqual(bottom?.y ?? 0)
  await closeToast(admin)
  await lookAt(admin, 'publishing-dialog', open)
  await open.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(toastOf(admin, 'Publishing Scheduled')).toBeVisible()
  await expect(dialog).toBeHidden()

  // The same content, and other content within the same hour.
  const again = await chooseVideo(admin, second, ['YouTube'])
  await expect(again.getByText(/already on its way to YouTube or posted there/)).toBeVisible()
  await admin.keyboard.press('Escape')
  const near = await chooseVideo(admin, third, ['YouTube'])
  await near.getByLabel('Custom schedule').fill('tomorrow at 6:20 pm')
  await expect(near.getByText(/within the same hour/)).toBeVisible()
  await near.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog).toBeHidden()
})

test('the calendar lists posts with their forecast, and reschedules one', async () => {
  const { admin } = stage
  await admin.goto(`${base()}/publishing?tab=calendar`)
  const row = admin.getByRole('listitem').filter({ hasText: 'The wash at first light' }).first()
  // What is true of every post is said once.
  await expect(admin.getByText('No estimate yet')).toHaveCount(1)
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

test('a moderator can do everything except retry all failures', async ({ browser }) => {
  const page = await openAsStaff(browser, 'moderator')
  await page.goto(`${base()}/publishing?tab=queue`)
  await expect(page.getByRole('button', { name: 'Pause publishing' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry failed' })).toHaveCount(0)
  await page.context().close()
})

test('staff have a navigation entry that fits every width from phone to desktop', async () => {
  const { admin } = stage
  await admin.goto(`${base()}/publishing`)
  const nav = admin.getByRole('navigation', { name: 'Main' })
  for (const width of [320, 360, 390, 768, 1024, 1440]) {
    await admin.setViewportSize({ width, height: 800 })
    await settled(admin)
    await expect(nav.getByRole('link', { name: 'Publishing' })).toHaveAttribute('aria-current', 'page')
    const tooWide = await nav.evaluate(shown => {
      const narrow = [...shown.querySelectorAll('a')].filter(link => {
        const words = document.createRange()
        words.selectNodeContents(link)
        const [text, box] = [words.getBoundingClientRect(), link.getBoundingClientRect()]
        return text.left < box.left - 0.5 || text.right > box.right + 0.5
      })
      const page = document.documentElement
      const header = document.querySelector('header > div')
      return [
        ...narrow.map(link => link.textContent),
        ...(page.scrollWidth > page.clientWidth ? ['the page'] : []),
        ...(header && header.scrollWidth > header.clientWidth ? ['the header'] : []),
      ]
    })
    expect(tooWide, `at ${width} px`).toEqual([])
  }
})

test('longer lists show the first 14 calendar entries and the first 5 of each platform', async () => {
  const { admin } = stage
  const at = new Date(Date.now() + 86_400_000).toISOString()
  const planned = Array.from({ length: 20 }, (_, index) => ({
    id: `planned-${index}`,
    date: at,
    platform: 'tiktok',
    contentType: 'highlight',
    optimalTime: true,
    estimatedReach: 1200,
    reachReasoning: 'As your last three posts did.',
    state: 'scheduled',
    videoId: null,
    title: `Planned ${index}`,
    wallTime: at,
    timeZone: 'UTC',
    version: 1,
    canEdit: false,
    conflict: null,
  }))
  const measured = Array.from({ length: 7 }, (_, index) => ({
    publicationId: `measured-${index}`,
    videoId: null,
    title: `Measured ${index}`,
    platform: 'youtube',
    url: null,
    views: 1000,
    likes: 80,
    comments: 10,
    shares: 10,
    engagement: 10,
    fetchedAt: '2026-11-20T10:00:00.000Z',
  }))
  const gained = [130.5, null].map((watchThrough, index) => ({
    publicationId: `gained-${index}`,
    title: `Gained ${index}`,
    platform: 'facebook',
    url: null,
    publishedAt: '2026-11-20T10:00:00.000Z',
    views: 1000,
    viewsBefore: 0,
    likes: 80,
    engagement: 10,
    watchThrough,
    earned: 7,
  }))
  await admin.route('**/api/scheduling/calendar*', route => route.fulfill({ json: planned }))
  await admin.route('**/api/analytics/platform/youtube', route => route.fulfill({ json: measured }))
  await admin.route('**/api/publishing/posts?*', route => route.fulfill({ json: gained }))
  await admin.goto(`${base()}/publishing?tab=calendar`)
  const rows = admin.getByRole('listitem').filter({ hasText: /^.*Planned \d+/ })
  await expect(rows).toHaveCount(14)
  await expect(rows.first()).toContainText('TikTok · Highlight · Best time')
  await expect(rows.first()).toContainText('about 1,200 views As your last three posts did.')
  await openTab(admin, 'Analytics')
  const entries = admin.getByRole('region', { name: 'YouTube' }).getByRole('listitem')
  await expect(entries).toHaveCount(5)
  await expect(figure(entries.first(), 'Views')).toHaveText('1,000')
  await expect(figure(entries.first(), 'Likes')).toHaveText('80')
  await expect(figure(entries.first(), 'Engagement')).toHaveText('10%')
  await expect(entries.first()).toContainText(/Updated Nov 20/)
  for (const [title, watched] of [
    ['Gained 0', '130.5%'],
    ['Gained 1', '—'],
  ] as const)
    await expect(
      admin.getByRole('row', { name: title }).getByRole('cell').filter({ hasText: 'Watched' }),
    ).toHaveText(`Watched${watched}`)
  await admin.unrouteAll()
})

test('the queue refreshes every 30 s, insights every 60 s, and analytics every 5 minutes', async () => {
  const { admin } = stage
  await admin.clock.install()
  const asked: string[] = []
  admin.on('request', request => asked.push(new URL(request.url()).pathname))
  const panel = admin.getByRole('tabpanel')
  const figuresOf = (name: string) => panel.getByRole('region', { name }).locator('ul, p').first()
  for (const [tab, path, seconds, shown] of [
    ['queue', '/api/publishing/queue/status', 30, panel.getByRole('heading', { name: 'Hourly limits' })],
    ['overview', '/api/publishing/insights', 60, figure(admin, 'Publications')],
    ['analytics', '/api/analytics/platform/youtube', 300, figuresOf('YouTube')],
    ['analytics', '/api/analytics/platform/tiktok', 300, figuresOf('TikTok')],
  ] as const) {
    const times = () => asked.filter(one => one === path).length
    asked.length = 0
    await admin.goto(`${base()}/publishing?tab=${tab}`)
    // The next refresh is timed from when the answer is shown.
    await expect(shown).toBeVisible()
    await admin.clock.pauseAt(new Date((await admin.evaluate(() => Date.now())) + 1000))
    // A page that the server drew came with its first answer.
    const first = times()
    expect(first).toBeLessThanOrEqual(1)
    // Its clock went on while a busy machine looked.
    await admin.clock.runFor((seconds - 15) * 1000)
    expect(times()).toBe(first)
    await admin.clock.runFor(16_000)
    await expect.poll(times).toBe(first + 1)
    await admin.clock.resume()
  }
})
