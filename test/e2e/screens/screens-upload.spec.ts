import { expect, test } from '../fixtures.ts'
import { base } from '../support.ts'
import { judge } from './judge.ts'
import { heading, setScene } from './screens-support.ts'

const scene = setScene('screens.upload@trailcut.example')

test('upload: idle, chosen, several, in progress, paused, refused, interrupted, processed, complete', async () => {
  const { page, clip, ride } = scene
  const send = () => page.getByRole('button', { name: /^Upload (Video|anyway)$/ }).click()
  const choose = (files: string | string[]) =>
    page.getByRole('region', { name: 'Choose a video' }).locator('input[type=file]').setInputFiles(files)
  await page.goto(`${base()}/upload`)
  await heading(page, 'Upload')
  await judge(page, 'upload-idle', { whole: true })
  await choose([clip, ride])
  await expect(page.getByText(/^Accelerometer|None in this file/).first()).toBeVisible()
  await judge(page, 'upload-several', { whole: true })

  await page.goto(`${base()}/upload`)
  await choose(ride)
  await expect(page.getByText(/^Accelerometer|Accelerometer \d+ Hz/).first()).toBeVisible()
  await judge(page, 'upload-chosen', { whole: true })

  // A part that stays in progress while the test looks.
  await page.route('**/api/uploads/**', route =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  )
  await page.goto(`${base()}/upload`)
  await choose(clip)
  await expect
    .poll(() => page.locator('video').evaluate(({ readyState }: HTMLVideoElement) => readyState))
    .toBeGreaterThanOrEqual(2)
  await send()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  const frame = page.locator('canvas')
  const middle = (canvas: HTMLCanvasElement) =>
    canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3]
  expect(await frame.evaluate(middle), 'the first frame is drawn').toBe(255)
  await judge(page, 'upload-sending', { whole: true })
  await page.getByRole('button', { name: 'Pause' }).click()
  await judge(page, 'upload-paused')
  // As in a browser without room for it.
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  })
  page.once('dialog', leave => leave.accept())
  await page.goto(`${base()}/upload`)
  await expect(page.getByText('Choose the file again')).toBeVisible()
  await judge(page, 'upload-interrupted', { whole: true })
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Upload Canceled', { exact: true }).first()).toBeVisible()
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
  await expect(page.getByText('Processing your video')).toBeVisible()
  await judge(page, 'upload-processing', { whole: true })
  held = false
  await heading(page, 'Upload complete')
  await judge(page, 'upload-complete', { whole: true })
})
