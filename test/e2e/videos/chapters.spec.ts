import { mkdir } from 'node:fs/promises'
import { cutChapters } from '../../media/chapters.ts'
import { ride } from '../../media/ride.ts'
import { expect, test } from '../fixtures.ts'
import { base, lookAt, signUp, uploadByApi } from '../support.ts'

test('a rider joins the chapters of a recording into one video', async ({ page }, info) => {
  await signUp(page, 'chapters.rider@trailcut.example')
  const names = ['GX010123.MP4', 'GX020123.MP4'] as const
  const folder = info.outputPath()
  await mkdir(folder, { recursive: true })
  const files = await cutChapters(await ride({ telemetry: true }), [10], names, folder)
  const [first = '', second = ''] = files
  const one = await uploadByApi(page, first, 'Canyon run')
  await page.goto(`${base()}/v/${one}`)
  await expect(page.getByRole('heading', { name: 'Canyon run', level: 1 })).toBeVisible()
  await expect(page.getByText('one recording')).toHaveCount(0)

  const two = await uploadByApi(page, second, 'GX020123')
  await page.goto(`${base()}/v/${two}`)
  const note = page.getByRole('status').filter({ hasText: 'This looks like part 2 of 2 of one recording' })
  const join = note.getByRole('button', { name: 'Join as one video' })
  await expect(join).toBeVisible()
  await lookAt(page, 'chapters-found', note)
  await join.click()
  const dialog = page.getByRole('dialog', { name: 'Join 2 parts as one video' })
  await expect(dialog.getByRole('listitem')).toHaveText([/Canyon run.*GX010123\.MP4/, /GX020123\.MP4/])
  await lookAt(page, 'chapters-dialog', dialog)
  await dialog.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(page.getByText('Joining the parts', { exact: true })).toBeVisible()

  const joined = page.getByRole('status').filter({ hasText: 'Part 2 of 2 of a joined video' })
  await expect(joined).toBeVisible()
  await joined.getByRole('link', { name: 'Open the joined video' }).click()
  await expect(page.getByRole('heading', { name: 'Canyon run', level: 1 })).toBeVisible()
  const from = page.getByRole('status').filter({ hasText: 'Joined from 2 parts' })
  // The second part may have got a title from its analysis in the place of its file's name.
  await expect(from.getByRole('listitem')).toHaveText([/Canyon run.*GX010123\.MP4/, /GX020123/])
  await expect(from.getByRole('listitem').last().getByRole('link')).toBeVisible()
  await lookAt(page, 'chapters-joined', from)
})
