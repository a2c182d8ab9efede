import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { GaugeDataAnswer } from '#contract/gauges/gauges.ts'
import type { Reel } from '#contract/reels/reels.ts'
import { frameAt, readSpeed } from '#gauges/index.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { readSpeedOn } from '../read-canvas.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { base, expectSound, lookAt, signUp, userIdOf } from '../support.ts'

test.use({ serviceWorkers: 'block' })

const run = promisify(execFile)
const section = (page: Page) => page.getByRole('region', { name: 'Your reels' })
const maker = (page: Page) => page.getByRole('dialog', { name: 'Make a reel' })
const pieces = (page: Page) =>
  maker(page).getByRole('region', { name: 'Pieces in order' }).getByRole('listitem')

async function shapeOf(file: string) {
  const show = ['-show_entries', 'stream=codec_name,width,height:format=duration', '-of', 'json']
  const { stdout } = await run('ffprobe', ['-v', 'error', ...show, file])
  const { streams, format } = JSON.parse(stdout)
  const picture = streams.find((s: { codec_name: string }) => s.codec_name === 'h264')
  return {
    width: picture.width,
    height: picture.height,
    seconds: Number(format.duration),
    tracks: streams.length,
  }
}

for (const [name, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
}))
  test(`a rider makes a reel on a ${name}: selects, orders, trims, previews, renders and downloads it`, async ({
    page,
  }) => {
    test.slow()
    await page.setViewportSize(viewport)
    await signUp(page, `reels.${name}@trailcut.example`)
    const id = await addReadyVideo('long', await userIdOf(page), 'Slickrock loop')
    await page.goto(`${base()}/v/${id}`)
    await section(page).getByRole('button', { name: 'Make a reel' }).click()
    await expect(maker(page).getByText('No pieces yet. Add a highlight to start.')).toBeVisible()
    await expect(maker(page).getByRole('button', { name: 'Render reel' })).toBeDisabled()
    const cards = maker(page).getByRole('button', { name: /^Add .+, \d+:\d\d$/ })
    for (const index of [0, 1, 2]) await cards.nth(index).click()
    await expect(pieces(page)).toHaveCount(3)

    // By keys: the last piece to the front; the focus stays on the piece that is moved.
    const first = await pieces(page).nth(2).textContent()
    await maker(page)
      .getByRole('button', { name: /^Move piece 3/ })
      .focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await pieces(page).nth(0).textContent()).toBe(first)
    await expect(maker(page).getByRole('button', { name: /^Move piece 1\b/ })).toBeFocused()
    // By dragging: back to the end.
    const handle = maker(page).getByRole('button', { name: /^Move piece 1\b/ })
    await handle.scrollIntoViewIfNeeded()
    const from = (await handle.boundingBox())!
    const to = (await pieces(page).nth(2).boundingBox())!
    await page.mouse.move(from.x + 8, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(from.x + 8, to.y + to.height / 2, { steps: 8 })
    await page.mouse.up()
    expect(await pieces(page).nth(2).textContent()).toBe(first)

    await maker(page).getByRole('slider', { name: 'End of the piece' }).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(pieces(page).nth(2)).not.toHaveText(first ?? '')
    // The crop follows the action until it is moved.
    const auto = maker(page).getByRole('button', { name: 'Follow the action' })
    await expect(auto).toHaveAttribute('aria-pressed', 'true')
    const frame = maker(page).getByRole('img', { name: 'Preview of the reel' })
    await frame.scrollIntoViewIfNeeded()
    const box = (await frame.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 - 40, box.y + box.height / 2, { steps: 5 })
    await page.mouse.up()
    await expect(auto).toHaveAttribute('aria-pressed', 'false')
    await maker(page).getByLabel('Title card').fill('Slickrock')
    await lookAt(page, `reel-maker-${name}`)
    await expectSound(page, 'the reel maker')

    // The preview plays the title, then every piece in order.
    await maker(page).getByRole('button', { name: 'Play preview' }).click()
    const video = frame.locator('video')
    await expect(video).toHaveAttribute('data-piece', 'title')
    for (const index of ['0', '1']) await expect(video).toHaveAttribute('data-piece', index)
    await maker(page).getByRole('button', { name: 'Pause preview' }).click()

    await maker(page).getByRole('button', { name: 'Render reel' }).click()
    await expect(maker(page)).toBeHidden()
    const download = section(page).getByRole('link', { name: /^Download/ })
    await expect(download).toBeVisible({ timeout: 120_000 })
    await lookAt(page, `reel-rendered-${name}`, section(page))
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(file.suggestedFilename()).toBe('Slickrock.mp4')
    const shape = await shapeOf(await file.path())
    expect(shape.width / shape.height).toBeCloseTo(9 / 16, 2)
    expect(shape.tracks).toBe(2)
    expect(shape.seconds).toBeGreaterThan(5)
    expect(shape.seconds).toBeLessThan(17.5)

    await section(page).getByRole('button', { name: 'Send to review' }).click()
    await expect(section(page).getByText('Waiting for review')).toBeVisible()
    await section(page).getByRole('button', { name: 'Delete Slickrock' }).click()
    await page.getByRole('button', { name: 'Delete reel' }).click()
    await expect(download).toBeHidden()
  })

test('one tap renders the best 15 seconds, and rendering can be canceled', async ({ page }) => {
  test.slow()
  await signUp(page, 'reels.best@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), 'Slickrock noon')
  await page.goto(`${base()}/v/${id}`)
  await section(page).getByRole('button', { name: 'Best 15 s, vertical' }).click()
  await section(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(section(page).getByText('Draft', { exact: true })).toBeVisible()
  await section(page).getByRole('button', { name: 'Render Untitled reel' }).click()
  await expect(section(page).getByRole('link', { name: /^Download/ })).toBeVisible({ timeout: 120_000 })
})

test('gauges in the reel preview match the measurements and are rendered into the reel', async ({ page }) => {
  test.slow()
  await signUp(page, 'reels.gauges@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), 'Slickrock dusk')
  await page.goto(`${base()}/v/${id}`)
  await section(page).getByRole('button', { name: 'Make a reel' }).click()
  await maker(page)
    .getByRole('button', { name: /^Add .+, \d+:\d\d$/ })
    .first()
    .click()
  await maker(page).getByText('Dash', { exact: true }).click()
  const canvas = maker(page).getByRole('img', { name: 'Preview of the gauges' })
  await expect(canvas).toBeVisible()
  const start = maker(page).getByRole('slider', { name: 'Start of the piece' })
  const answer = await page.request.get(`${base()}/api/videos/${id}/gauge-data?spans=0-40`)
  const { ride } = (await answer.json()) as GaugeDataAnswer
  if (!ride) throw new Error('The ride has no data')
  for (let step = 0; step < 3; step++) {
    const at = Number(await start.getAttribute('aria-valuenow'))
    await expect
      .poll(async () => Math.abs(Number(await canvas.getAttribute('data-shows')) - at))
      .toBeLessThan(0.05)
    const { seconds, speed } = await readSpeedOn(canvas, ride, [{ start: at, end: at + 1 }])
    expect(speed).toBe(Number(readSpeed(frameAt(ride, seconds).speed ?? -1, 'imperial')))
    await start.focus()
    await page.keyboard.press('Shift+ArrowRight')
  }
  await lookAt(page, 'reel-maker-gauges')
  await maker(page).getByRole('button', { name: 'Render reel' }).click()
  await expect(section(page).getByRole('link', { name: /^Download/ })).toBeVisible({ timeout: 120_000 })
  const [reel] = (await (await page.request.get(`${base()}/api/videos/${id}/reels`)).json()) as Reel[]
  expect(reel?.clip?.gauges).toEqual({ theme: 'dash', units: 'imperial' })
})

test('a ride without telemetry says why its reel has no gauges', async ({ page }) => {
  await signUp(page, 'reels.bare@trailcut.example')
  const id = await addReadyVideo('bare', await userIdOf(page), 'Slickrock dawn')
  await page.goto(`${base()}/v/${id}`)
  await section(page).getByRole('button', { name: 'Make a reel' }).click()
  await expect(maker(page).getByText(/^This ride has no telemetry/)).toBeVisible()
  const gauges = maker(page).getByRole('group', { name: 'Gauges' })
  await expect(gauges.getByRole('radio', { name: 'No gauges' })).toBeEnabled()
  for (const theme of ['Trail', 'Dash', 'Paper'])
    await expect(gauges.getByRole('radio', { name: theme })).toBeDisabled()
})
