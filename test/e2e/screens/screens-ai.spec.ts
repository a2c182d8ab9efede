import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { everyNotification, serveNotifications, serveVideos } from '../sample-videos.ts'
import { base, signInStaff } from '../support.ts'
import { judge } from './judge.ts'
import { dialog, go, heading, library, openPhone, setScene } from './screens-support.ts'

runOnOwnServer()

const scene = setScene('screens.ai@trailcut.example')

test('AI panel: three tabs, a clip, and every state of the analysis', async () => {
  const { page, real } = scene
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
  await expect(dialog(page).getByLabel(/^Clip: /)).toBeVisible()
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

test('the enhanced dashboard: six tabs, with and without content; upload and editor', async ({ browser }) => {
  const staff = await openPhone(browser)
  await signInStaff(staff, 'moderator')
  await serveVideos(staff, library(scene))
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
