import type { Video } from '#contract/videos.ts'
import { expect, test } from '../fixtures.ts'
import { everyNotification, serveNotifications, serveVideos } from '../sample-videos.ts'
import { base } from '../support.ts'
import { judge } from './judge.ts'
import { dialog, go, heading, library, openPhone, setScene } from './screens-support.ts'

const scene = setScene('screens.rider@trailcut.example')

test('signed out', async ({ browser }) => {
  const visitor = await openPhone(browser)
  for (const [name, address, title] of [
    ['landing', '/', /You ride/],
    ['not-found', '/no-such-page', '404 Page Not Found'],
    ['terms', '/terms', /Terms/],
    ['privacy', '/privacy', /Privacy/],
    ['sign-in-link', '/api/auth/link?token=used', /./],
  ] as const) {
    await visitor.goto(base() + address)
    await heading(visitor, title)
    await judge(visitor, name, { whole: true })
  }
  await visitor.route('**/api/auth/user', route => route.abort('failed'))
  await visitor.goto(base())
  await heading(visitor, /Can't reach/)
  await judge(visitor, 'unreachable')
  await visitor.context().close()
})

test('dashboard: full, empty, loading, unavailable; details; menus', async () => {
  const { page } = scene
  const videos = library(scene)
  await serveVideos(page, videos)
  await serveNotifications(page, everyNotification())
  await page.goto(base())
  await expect(page.getByRole('heading', { name: 'Night ride', exact: false })).toBeVisible()
  await judge(page, 'dashboard', { whole: true })
  for (const status of ['published', 'processing', 'rejected', 'failed']) {
    const video = videos.find(one => one.status === status) as Video
    await go(page, `/?video=${video.id}`)
    await expect(dialog(page).getByRole('heading', { name: video.title })).toBeVisible()
    // The player's code loads after the dialog's.
    if (video.cfReadyToStream) await expect(dialog(page).locator('video')).toBeAttached()
    await judge(page, `details-${status}`)
  }
  await go(page, '/')
  await page.getByRole('searchbox').fill('nothing has this')
  await expect(page.getByText('No videos match')).toBeVisible()
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
  await expect(page.getByText("You're offline.")).toBeVisible()
  await judge(page, 'offline-banner')
  await page.context().setOffline(false)

  await page.route('**/api/videos/my', route => route.fulfill({ json: [] }))
  await page.goto(base())
  await expect(page.getByText('No videos uploaded yet')).toBeVisible()
  await judge(page, 'dashboard-empty', { whole: true })
  await page.route('**/api/videos/my', route => route.fulfill({ status: 500, body: '' }))
  await page.route('**/api/earnings/projection', route => route.fulfill({ status: 500, body: '' }))
  await page.goto(base())
  await expect(page.getByText("Couldn't load your videos")).toBeVisible()
  await judge(page, 'dashboard-failed', { whole: true })
  await page.route('**/api/videos/my', () => undefined)
  await page.goto(base())
  await expect(page.getByText('Loading your videos')).toBeAttached()
  await judge(page, 'dashboard-loading')
})

test('notifications, settings, profile', async () => {
  const { page } = scene
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
  await expect(page.getByText("Couldn't load your notifications")).toBeVisible()
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
