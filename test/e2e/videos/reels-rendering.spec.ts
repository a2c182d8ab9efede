import type { GaugeDataAnswer } from '#contract/gauges/schemas.ts'
import type { Reel } from '#contract/reels/schemas.ts'
import { frameAt, readSpeed } from '#gauges/index.ts'
import { expect, test } from '../fixtures.ts'
import { readSpeedOn } from '../read-canvas.ts'
import { base, lookAt } from '../support.ts'
import {
  choices,
  maker,
  openEmptyMaker,
  openMaker,
  openRide,
  riderWithRide,
  section,
  untilRendered,
} from './reels-support.ts'

test('one tap renders the best 15 seconds, and rendering can be canceled', async ({ page }) => {
  await openRide(page, await riderWithRide(page, 'best', 'Slickrock noon'))
  await section(page).getByRole('button', { name: 'Best 15 s, vertical' }).click()
  await section(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(section(page).getByText('Draft', { exact: true })).toBeVisible()
  await section(page).getByRole('button', { name: 'Render Untitled reel' }).click()
  await untilRendered(page)
})

test('gauges in the reel preview match the measurements and are rendered into the reel', async ({ page }) => {
  const id = await riderWithRide(page, 'gauges', 'Slickrock dusk')
  await openEmptyMaker(page, id)
  await choices(page).first().click()
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
  await untilRendered(page)
  const [reel] = (await (await page.request.get(`${base()}/api/videos/${id}/reels`)).json()) as Reel[]
  expect(reel?.clip?.gauges).toEqual({ theme: 'dash', units: 'imperial' })
})

test('a ride without telemetry says why its reel has no gauges', async ({ page }) => {
  await openMaker(page, await riderWithRide(page, 'bare', 'Slickrock dawn', 'bare'))
  await expect(maker(page).getByText(/^This ride has no telemetry/)).toBeVisible()
  const gauges = maker(page).getByRole('group', { name: 'Gauges' })
  await expect(gauges.getByRole('radio', { name: 'No gauges' })).toBeEnabled()
  for (const theme of ['Trail', 'Dash', 'Paper'])
    await expect(gauges.getByRole('radio', { name: theme })).toBeDisabled()
})
