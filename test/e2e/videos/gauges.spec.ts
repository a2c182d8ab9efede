import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { GaugeDataAnswer } from '#contract/gauges/gauges.ts'
import { frameAt, type GaugeFrame, layOutGauges, readSpeed } from '#gauges/index.ts'
import { numberBox, readerOf } from '../../media/read-gauges.ts'
import { expect, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { base, lookAt, signUp, userIdOf } from '../support.ts'

/** The canvas: the time in its clip, its image, and its size in pixels. */
interface Shown {
  seconds: number
  width: number
  height: number
  png: string
}

const blank: GaugeFrame = { time: 0, speed: null, g: null, peak: null, height: null, air: null }

test('gauges in the preview match the measurements and are rendered into the clip', async ({ page }) => {
  await signUp(page, 'gauges.rider@trailcut.example')
  const id = await addReadyVideo('short', await userIdOf(page), 'Measured ride')
  await page.goto(`${base()}/v/${id}`)
  const panel = page.getByRole('tabpanel')
  await panel
    .getByRole('button', { name: /^Preview: / })
    .first()
    .click()
  const player = panel.getByLabel(/^Clip: /)
  await expect(player).toBeVisible({ timeout: 60_000 })
  const asked = page.waitForResponse(response => response.url().includes('/gauge-data'))
  await panel.getByText('Dash', { exact: true }).click()
  const answer = await asked
  const spans = (new URL(answer.url()).searchParams.get('spans') ?? '').split(',').map(span => {
    const [start = 0, end = 0] = span.split('-').map(Number)
    return { start, end }
  })
  const { ride } = (await answer.json()) as GaugeDataAnswer
  if (!ride) throw new Error('The ride has no data')
  const canvas = panel.getByRole('img', { name: 'Preview of the gauges' })
  await expect(canvas).toBeVisible()
  const read = async (at: number): Promise<{ seconds: number; speed: number }> => {
    await player.evaluate((video: HTMLVideoElement, seconds) => {
      video.pause()
      video.currentTime = seconds
    }, at)
    await expect
      .poll(async () => Math.abs(Number(await canvas.getAttribute('data-shows')) - at))
      .toBeLessThan(0.05)
    const shown = await canvas.evaluate(
      (sheet: HTMLCanvasElement): Shown => ({
        seconds: Number(sheet.dataset.shows),
        width: sheet.width,
        height: sheet.height,
        png: sheet.toDataURL(),
      }),
    )
    const { width, height } = shown
    const layout = layOutGauges(ride, { width, height, units: 'imperial', spans })
    const box = numberBox(layout, 'speed')
    const gray = 96
    const sheet = createCanvas(width, height)
    const context = sheet.getContext('2d')
    context.fillStyle = `rgb(${gray} ${gray} ${gray})`
    context.fillRect(0, 0, width, height)
    context.drawImage(await loadImage(Buffer.from(shown.png.split(',')[1] ?? '', 'base64')), 0, 0)
    const { data } = context.getImageData(box.x, box.y, box.width, box.height)
    const pixels = Array.from(
      { length: box.width * box.height },
      (_, i) =>
        0.2126 * (data[4 * i] ?? 0) + 0.7152 * (data[4 * i + 1] ?? 0) + 0.0722 * (data[4 * i + 2] ?? 0),
    )
    const candidates = new Map(
      Array.from({ length: 60 }, (_, n) => [n, { ...blank, speed: n * 0.44704 }] as const),
    )
    return { seconds: shown.seconds, speed: readerOf(layout, 'dash', 'speed', gray, candidates)(pixels) }
  }
  for (const at of [0.5, 1.5, 2.5]) {
    const { seconds, speed } = await read(at)
    const measured = frameAt(ride, (spans[0]?.start ?? 0) + seconds).speed
    expect(speed).toBe(Number(readSpeed(measured ?? -1, 'imperial')))
  }
  await lookAt(page, 'gauges-preview', panel)
  await panel.getByRole('button', { name: 'Render with gauges' }).click()
  await expect(panel.getByRole('link', { name: /^Download/ })).toHaveAttribute('download', /-gauges\.mp4$/, {
    timeout: 90_000,
  })
  await expect(canvas).toHaveCount(0)
})
