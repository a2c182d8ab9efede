import type { Video } from '#contract/videos.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { sampleVideo } from '../sample-videos.ts'
import { base, lookAt, signUp } from '../support.ts'

test.use({ serviceWorkers: 'block' })

/** Eight videos: the fourth is published, and the last is the longest. */
const some = (): Video[] =>
  Array.from({ length: 8 }, (_, index) =>
    sampleVideo(index, {
      title: index % 2 ? `Dunes ${index}` : `Creek ${index}`,
      duration: 60 + index,
      status: index === 3 ? 'published' : 'draft',
    }),
  )

/** A dashboard with these videos, some of which the server refuses to delete. @returns the ids of the delete requests */
async function dashboardWith(page: Page, list: Video[], refused: readonly string[] = []): Promise<string[]> {
  const asked: string[] = []
  let videos = list
  await page.route('**/api/videos/my', route => route.fulfill({ json: videos }))
  await page.route('**/api/videos/0000*', route => {
    const id = route.request().url().split('/').at(-1) ?? ''
    if (route.request().method() !== 'DELETE') return route.fallback()
    asked.push(id)
    if (refused.includes(id))
      return route.fulfill({ status: 409, json: { code: 'conflict', message: 'This video is on its way.' } })
    videos = videos.filter(video => video.id !== id)
    return route.fulfill({ json: { ok: true } })
  })
  await page.goto(base())
  return asked
}

test('a rider finds, sorts, selects and deletes many videos after a confirmation', async ({ page }) => {
  await signUp(page, 'select.rider@trailcut.example')
  const list = some()
  const asked = await dashboardWith(page, list)
  await page.getByLabel('Sort by').selectOption('longest')
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Dunes 7')
  await page.getByRole('searchbox', { name: 'Search your videos' }).fill('dunes')
  await page.getByRole('button', { name: 'Select videos' }).click()
  await expect(page.getByRole('button', { name: 'Delete…' })).toBeDisabled()
  // Only staff take down a published video.
  await expect(page.getByRole('checkbox', { name: 'Select Dunes 3' })).toBeDisabled()

  await page.getByRole('checkbox', { name: 'Select Dunes 7' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await lookAt(page, 'select-videos', page.getByText('3 selected'))

  await page.getByRole('button', { name: 'Delete…' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 3 videos?' })
  await lookAt(page, 'delete-videos', question)
  await question.getByRole('button', { name: 'Keep them' }).click()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Delete…' }).click()
  await question.getByRole('button', { name: 'Delete 3 videos' }).click()
  await expect(page.getByText('3 videos deleted', { exact: true }).first()).toBeVisible()
  expect(asked.toSorted()).toEqual([1, 5, 7].map(index => list[index]?.id))
  await expect(page.getByRole('button', { name: 'Select videos' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Dunes 3'])
})

test('a video that cannot be deleted stays and says why, and the others are deleted', async ({ page }) => {
  await signUp(page, 'select.refused@trailcut.example')
  const list = some()
  const stays = list[5]?.id ?? ''
  await dashboardWith(page, list, [stays])
  await page.getByRole('button', { name: 'Select videos' }).click()
  for (const title of ['Creek 4', 'Dunes 5', 'Creek 6'])
    await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete 3 videos' }).click()
  await expect(page.getByText("1 video wasn't deleted").first()).toBeVisible()
  await expect(page.getByText('This video is on its way.').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dunes 5' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Creek 4' })).toHaveCount(0)
})
