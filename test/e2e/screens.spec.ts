import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import type { Video } from '#contract/videos.ts'
import { makeClip } from '../media/clip.ts'
import { makeRide } from '../media/ride.ts'
import { judge } from './judge.ts'
import { everyNotification, everyStatus, serveNotifications, serveVideos } from './sample-videos.ts'
import { base, signInStaff, signUp, untilAnalysed, uploadByApi } from './support.ts'

/**
 * Every screen and dialog of a creator in its states, each looked at in four ways (see judge.ts). What takes time
 * to make is made once, by the first test; the others open what they need on one page.
 */
test.describe.configure({ mode: 'serial' })
test.setTimeout(180_000)

const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-screens-'))
let clip = ''
let real: Video
let page: Page

const open = async (browser: Browser) => {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
  })
  return context.newPage()
}
const heading = (on: Page, name: string | RegExp) =>
  expect(on.getByRole('heading', { level: 1, name })).toBeVisible()
/** Goes to an address without loading the app anew. */
const go = (on: Page, address: string) => on.evaluate(to => history.pushState(null, '', to), address)
const dialog = (on: Page) => on.getByRole('dialog')

test.beforeAll(async ({ browser }) => {
  const ride = await makeRide(path.join(folder, 'ride.mp4'), { telemetry: true })
  clip = await makeClip(path.join(folder, 'Moab, second day.mp4'), { seconds: 3, size: '640x360' })
  page = await open(browser)
  await signUp(page, 'screens.rider@trailcut.example')
  const id = await uploadByApi(page, ride, 'Dumont Dunes, morning run')
  await untilAnalysed(page, id)
  const videos = (await (await page.request.get(`${base()}/api/videos/my`)).json()) as Video[]
  real = videos.find(video => video.id === id) as Video
})
test.afterAll(() => page.context().close())
test.afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** A list in every status, with the picture and stream of the real video. */
const library = (): Video[] =>
  everyStatus().map(video =>
    ['processing', 'uploading', 'failed'].includes(video.status)
      ? video
      : { ...video, thumbnailUrl: real.thumbnailUrl, cfStreamId: real.cfStreamId, cfReadyToStream: true },
  )

test('signed out', async ({ browser }) => {
  const visitor = await open(browser)
  for (const [name, address, title] of [
    ['landing', '/', /Your ride/],
    ['not-found', '/no-such-page', '404 Page Not Found'],
    ['terms', '/terms', /Terms/],
    ['privacy', '/privacy', /Privacy/],
    ['sign-in-link', '/sign-in-link?token=used', /./],
  ] as const) {
    await visitor.goto(base() + address)
    await heading(visitor, title)
    await judge(visitor, name, { whole: true })
  }
  await visitor.route('**/api/auth/user', route => route.abort('failed'))
  await visitor.goto(base())
  await heading(visitor, /cannot be reached/)
  await judge(visitor, 'unreachable')
  await visitor.context().close()
})

test('dashboard: full, empty, on its way, not to be had; details; menus', async () => {
  const videos = library()
  await serveVideos(page, videos)
  await serveNotifications(page, everyNotification())
  await page.goto(base())
  await expect(page.getByRole('heading', { name: 'Night ride', exact: false })).toBeVisible()
  await judge(page, 'dashboard', { whole: true })
  for (const status of ['published', 'processing', 'rejected', 'failed']) {
    const video = videos.find(one => one.status === status) as Video
    await go(page, `/?video=${video.id}`)
    await expect(dialog(page).getByRole('heading', { name: video.title })).toBeVisible()
    // The player's code comes after the dialog's.
    if (video.cfReadyToStream) await expect(dialog(page).locator('video')).toBeAttached()
    await judge(page, `details-${status}`)
  }
  await go(page, '/')
  await page.getByRole('searchbox').fill('nothing has this')
  await expect(page.getByText('No video fits')).toBeVisible()
  await judge(page, 'dashboard-nothing-found')
  await page.getByRole('button', { name: /account menu$/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await judge(page, 'user-menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Notifications, / }).click()
  await expect(dialog(page)).toBeVisible()
  await judge(page, 'bell')
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await judge(page, 'offline-banner')
  await page.context().setOffline(false)

  await page.route('**/api/videos/my', route => route.fulfill({ json: [] }))
  await page.goto(base())
  await expect(page.getByText('No videos uploaded yet')).toBeVisible()
  await judge(page, 'dashboard-empty', { whole: true })
  await page.route('**/api/videos/my', route => route.fulfill({ status: 500, body: '' }))
  await page.route('**/api/earnings/projection', route => route.fulfill({ status: 500, body: '' }))
  await page.goto(base())
  await expect(page.getByText('Your videos could not be loaded')).toBeVisible()
  await judge(page, 'dashboard-failed', { whole: true })
  await page.route('**/api/videos/my', () => undefined)
  await page.goto(base())
  await expect(page.getByText('Loading your videos')).toBeAttached()
  await judge(page, 'dashboard-loading')
})

test('AI panel: three tabs, a clip, and every state of the analysis', async () => {
  await page.goto(`${base()}/?ai=${real.id}`)
  for (const tab of ['Status', 'Highlights', 'Analysis']) {
    await dialog(page).getByRole('tab', { name: tab }).click()
    await judge(page, `ai-${tab.toLowerCase()}`)
  }
  await dialog(page).getByRole('tab', { name: 'Highlights' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Preview: / })
    .first()
    .click()
  await expect(dialog(page).getByLabel(/^Clip: /)).toBeVisible({ timeout: 60_000 })
  await judge(page, 'ai-clip')
  const answer = await (await page.request.get(`${base()}/api/videos/${real.id}/ai-status`)).json()
  const states = {
    none: { aiProcessingStatus: null, completed: false },
    running: { aiProcessingStatus: 'processing', completed: false, progress: 42, stage: 'picture and sound' },
    failed: {
      aiProcessingStatus: 'failed',
      completed: false,
      aiProcessingError: 'The picture could not be read after 1:12.',
    },
  }
  const empty = {
    aiGeneratedTitle: null,
    aiGeneratedDescription: null,
    aiGeneratedTags: null,
    aiViralPotentialScore: null,
    aiProcessingCompleted: null,
  }
  for (const [name, state] of Object.entries(states)) {
    await page.route('**/ai-status', route => route.fulfill({ json: { ...answer, ...empty, ...state } }))
    await page.goto(`${base()}/?ai=${real.id}`)
    await expect(dialog(page).getByRole('tab', { name: 'Status' })).toBeVisible()
    await expect(dialog(page).getByText(/^Started$/)).toBeVisible()
    await judge(page, `ai-${name}`)
  }
})

test('upload: idle, chosen, several, under way, paused, refused, interrupted, processed, complete', async () => {
  const send = () => page.getByRole('button', { name: /^Upload (Video|anyway)$/ }).click()
  const choose = (files: string | string[]) =>
    page.getByRole('region', { name: 'Choose a video' }).locator('input[type=file]').setInputFiles(files)
  await page.goto(`${base()}/upload`)
  await heading(page, 'Upload')
  await judge(page, 'upload-idle', { whole: true })
  await choose([clip, path.join(folder, 'ride.mp4')])
  await expect(page.getByText(/^About|Told once it runs/).first()).toBeVisible()
  await judge(page, 'upload-several', { whole: true })

  await page.goto(`${base()}/upload`)
  await choose(path.join(folder, 'ride.mp4'))
  await expect(page.getByText(/^Accelerometer|Accelerometer \d+ Hz/).first()).toBeVisible()
  await judge(page, 'upload-chosen', { whole: true })

  // A part that is on its way for as long as it is looked at.
  await page.route('**/api/uploads/**', route =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  )
  await page.goto(`${base()}/upload`)
  await choose(clip)
  await send()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await judge(page, 'upload-sending', { whole: true })
  await page.getByRole('button', { name: 'Pause' }).click()
  await judge(page, 'upload-paused')
  page.once('dialog', leave => leave.accept())
  await page.goto(`${base()}/upload`)
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
  await judge(page, 'upload-interrupted', { whole: true })
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Upload Cancelled', { exact: true }).first()).toBeVisible()
  await judge(page, 'toast')
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await page.route('**/api/uploads/**', route =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 429, body: '' }) : route.continue(),
  )
  await choose(clip)
  await send()
  await expect(page.getByText('Upload Failed', { exact: true }).first()).toBeVisible()
  await judge(page, 'upload-refused', { whole: true })
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  let held = true
  await page.route(/\/api\/videos\/[^/]+\/status$/, async route => {
    const answer = await route.fetch()
    const json = await answer.json()
    await route.fulfill({
      response: answer,
      json: held
        ? { ...json, cfReadyToStream: false, cfProcessingStatus: 'inprogress', status: 'processing' }
        : json,
    })
  })
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Processing your video')).toBeVisible({ timeout: 20_000 })
  await judge(page, 'upload-processing', { whole: true })
  held = false
  await heading(page, 'Upload complete')
  await judge(page, 'upload-complete', { whole: true })
})

test('notifications, settings, profile', async () => {
  await serveNotifications(page, everyNotification())
  await page.goto(`${base()}/inbox`)
  await expect(page.getByText('3 unread', { exact: true })).toBeVisible()
  await judge(page, 'inbox', { whole: true })
  await serveNotifications(page, [])
  await page.goto(`${base()}/inbox`)
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await judge(page, 'inbox-empty')
  await page.route('**/api/notifications', route => route.fulfill({ status: 500, body: '' }))
  await page.goto(`${base()}/inbox`)
  await expect(page.getByText('Your notifications could not be loaded')).toBeVisible()
  await judge(page, 'inbox-failed')
  await page.goto(`${base()}/settings`)
  await expect(page.getByRole('switch').first()).toBeVisible()
  await judge(page, 'settings', { whole: true })
  await page.goto(`${base()}/profile`)
  await heading(page, 'Profile')
  await judge(page, 'profile', { whole: true })
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await judge(page, 'profile-edited', { whole: true })
})

test('the enhanced dashboard: six tabs, full and empty; upload and editor', async ({ browser }) => {
  const staff = await open(browser)
  await signInStaff(staff, 'moderator')
  await serveVideos(staff, library())
  await serveNotifications(staff, everyNotification())
  await staff.goto(`${base()}/enhanced-dashboard`)
  await heading(staff, 'Administrator Dashboard')
  for (const tab of ['overview', 'tracking', 'previews', 'earnings', 'notifications', 'profile']) {
    await go(staff, `/enhanced-dashboard?tab=${tab}`)
    await expect(staff.getByRole('tab', { selected: true })).toHaveText(new RegExp(tab, 'i'))
    await judge(staff, `enhanced-${tab}`, { whole: true })
  }
  await go(staff, '/enhanced-dashboard?tab=overview&upload=1')
  await expect(dialog(staff).getByText('Drop your ride here')).toBeVisible()
  await judge(staff, 'enhanced-upload')
  await serveVideos(staff, [])
  await staff.goto(`${base()}/enhanced-dashboard?tab=tracking`)
  await expect(staff.getByText('No videos uploaded yet')).toBeVisible()
  await judge(staff, 'enhanced-empty')
  await staff.goto(`${base()}/dashboard`)
  await heading(staff, 'Admin Dashboard')
  await judge(staff, 'second-figures')
  await staff.context().close()
})
