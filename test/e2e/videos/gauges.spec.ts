import type { GaugeDataAnswer } from '#contract/gauges/schemas.ts'
import { frameAt, readSpeed } from '#gauges/index.ts'
import { expect, test } from '../fixtures.ts'
import { readSpeedOn } from '../read-canvas.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { base, lookAt, signUp, userIdOf } from '../support.ts'

test('gauges in the preview match the measurements and are rendered into the clip', async ({ page }) => {
  await signUp(page, 'gauges.rider@trailcut.example')
  const id = await addReadyVideo('short', await userIdOf(page), 'Measured ride')
  await page.goto(`${base()}/v/${id}`)
  const panel = page.getByRole('tabpanel', { name: /^Highlights/ })
  await panel
    .getByRole('button', { name: /^Preview: / })
    .first()
    .click()
  const player = panel.getByLabel(/^Clip: /)
  await expect(player).toBeVisible()
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
    return readSpeedOn(canvas, ride, spans)
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
