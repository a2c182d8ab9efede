import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '../fixtures.ts'
import { expectSound } from '../support.ts'
import {
  choices,
  downloads,
  maker,
  openEmptyMaker,
  pieces,
  riderWithRide,
  section,
  untilRendered,
} from './reels-support.ts'

const run = promisify(execFile)

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

/** Moves a piece by the arrow keys, and back by dragging it. */
async function moveByKeysAndDrag(page: Page): Promise<void> {
  // By keys: the last piece to the front; the focus stays on the piece that is moved.
  const first = (await pieces(page).nth(2).textContent()) ?? ''
  await maker(page)
    .getByRole('button', { name: /^Move piece 3/ })
    .focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(pieces(page).nth(0)).toHaveText(first)
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
  await expect(pieces(page).nth(2)).toHaveText(first)
}

/** Makes the pieces shorter by their end, in seconds; what is short is also played and rendered soon. */
async function trimEnds(page: Page): Promise<void> {
  const end = maker(page).getByRole('slider', { name: 'End of the piece' })
  for (const [index, seconds] of [
    [2, 1],
    [0, 2],
  ] as const) {
    const piece = pieces(page).nth(index)
    const before = await piece.textContent()
    await piece.getByRole('button', { name: /^Piece / }).click()
    await end.focus()
    for (let press = 0; press < seconds; press++) await page.keyboard.press('Shift+ArrowLeft')
    await expect(piece).not.toHaveText(before ?? '')
  }
}

/**
 * Makes a reel from what it starts with, emptied, to its file: selects, orders, trims, crops, previews, renders, downloads, sends it to
 * review and deletes it.
 * @param name of the rider
 * @param look at the screens on the way
 */
export async function makeReel(
  page: Page,
  name: string,
  viewport: { width: number; height: number },
  look?: (screen: string) => Promise<void>,
): Promise<void> {
  await page.setViewportSize(viewport)
  await openEmptyMaker(page, await riderWithRide(page, name, 'Slickrock loop'))
  await expect(maker(page).getByText('No pieces yet. Add a highlight to start.')).toBeVisible()
  await expect(maker(page).getByRole('button', { name: 'Render reel' })).toBeDisabled()
  // Where there is telemetry, a new reel has gauges until its maker decides.
  const gauges = maker(page).getByRole('group', { name: 'Gauges' })
  await expect(gauges.getByRole('radio', { name: 'Trail' })).toBeChecked()
  for (const index of [0, 1, 2]) await choices(page).nth(index).click()
  await expect(pieces(page)).toHaveCount(3)

  await moveByKeysAndDrag(page)
  await trimEnds(page)
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
  await look?.('reel-maker')
  await page.setViewportSize(viewport)
  await expectSound(page, 'the reel maker')

  // The preview plays the title, then every piece in order.
  await maker(page).getByRole('button', { name: 'Play preview' }).click()
  const video = frame.locator('video')
  await expect(video).toHaveAttribute('data-piece', 'title')
  for (const index of ['0', '1']) await expect(video).toHaveAttribute('data-piece', index)
  await maker(page).getByRole('button', { name: 'Pause preview' }).click()

  await maker(page).getByRole('button', { name: 'Render reel' }).click()
  await expect(maker(page)).toBeHidden()
  await untilRendered(page)
  await look?.('reel-rendered')
  await page.setViewportSize(viewport)
  const download = downloads(page)
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toBe('Slickrock.mp4')
  const shape = await shapeOf(await file.path())
  expect(shape.width / shape.height).toBeCloseTo(9 / 16, 2)
  expect(shape.tracks).toBe(2)
  expect(shape.seconds).toBeGreaterThan(5)
  expect(shape.seconds).toBeLessThan(17.5)

  await section(page).getByRole('button', { name: 'Send to review' }).click()
  await expect(section(page).getByText('Under Review')).toBeVisible()
  await section(page).getByRole('button', { name: 'Delete Slickrock' }).click()
  await page.getByRole('button', { name: 'Delete reel' }).click()
  await expect(download).toBeHidden()
}
