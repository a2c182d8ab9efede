import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { MusicFile } from '#contract/reels/music.ts'
import type { Reel } from '#contract/reels/schemas.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { base, lookAt } from '../support.ts'
import { makeAnalyzed, openAsRider, openAsStaff } from './staff-support.ts'

runOnOwnServer()

const run = promisify(execFile)
const section = (page: Page, name: string) => page.getByRole('region', { name })

/** A file of 24 s with a stroke twice a second, as ffmpeg makes it. */
async function madeSong(file: string, seconds = 24): Promise<string> {
  const strokes = `aevalsrc=exprs='0.5*sin(2*PI*200*t)*lt(mod(t\\,0.5)\\,0.06)':duration=${seconds}`
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', strokes, file])
  return file
}

/** Keeps the sounds that the page starts, which are no elements of it. */
const keepSounds = (page: Page) =>
  page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function keep(this: HTMLMediaElement) {
      if (this instanceof HTMLAudioElement) Object.assign(window, { lastSound: this })
      return play.call(this)
    }
  })
const soundAt = (page: Page) =>
  page.evaluate(() => {
    const { lastSound } = window as { lastSound?: HTMLAudioElement }
    return lastSound && !lastSound.paused ? lastSound.currentTime : -1
  })

test('a rider brings their own music, hears and renders it, and staff allow it to be published', async ({
  browser,
}, info) => {
  const rider = await openAsRider(browser, 'own.music@trailcut.example')
  const [id] = await makeAnalyzed(rider, ['Ride with a song'], 'long')
  await keepSounds(rider)
  await rider.goto(`${base()}/v/${id}#reels`)
  await section(rider, 'Your reels').getByRole('button', { name: 'Make a reel' }).click()
  const maker = rider.getByRole('dialog', { name: 'Make a reel' })
  // A new reel starts with the best of the ride.
  await expect(maker.getByRole('button', { name: 'Remove piece 1', exact: true })).toBeVisible()
  await maker.getByRole('button', { name: 'Use your own music' }).click()
  const file = maker.getByLabel('Choose a music file')
  await expect(file).toBeDisabled()
  await maker.getByRole('checkbox', { name: /^I hold the rights to this music/ }).check()
  await lookAt(rider, 'own-music-rights', maker.getByText('Choose a music file'))

  // Music that can't be used says why, and can be removed.
  await file.setInputFiles(await madeSong(info.outputPath('blip.wav'), 1))
  await expect(maker.getByText("blip.wav can't be used")).toBeVisible()
  await expect(maker.getByText(/^This music is shorter than 3 seconds/)).toBeVisible()
  await maker.getByRole('button', { name: 'Remove blip.wav' }).click()
  await expect(maker.getByText("blip.wav can't be used")).toBeHidden()

  await maker.getByRole('button', { name: 'Use your own music' }).click()
  await maker.getByRole('checkbox', { name: /^I hold the rights to this music/ }).check()
  await file.setInputFiles(await madeSong(info.outputPath('song.mp3')))
  await expect(maker.getByText(/^Our staff check this music before/)).toBeVisible()
  await expect(maker.getByLabel('Music', { exact: true }).getByRole('option', { selected: true })).toHaveText(
    'Own music: song.mp3',
  )
  await expect(maker.getByRole('switch', { name: 'Cut on the beat' })).toBeChecked()
  // The reel starts where the rider likes the song best.
  const start = maker.getByRole('slider', { name: 'Start in the song' })
  await start.focus()
  await rider.keyboard.press('End')
  await expect(maker.getByText(/^0:2[01]\.\d of 0:24\.\d$/)).toBeVisible()
  await rider.keyboard.press('Home')
  for (let second = 0; second < 12; second++) await rider.keyboard.press('Shift+ArrowRight')
  await expect(start).toHaveAttribute('aria-valuetext', /^0:12\.0 of 0:24\.\d$/)
  await lookAt(rider, 'own-music-chosen', maker.getByText(/^Our staff check this music before/))
  await maker.getByRole('button', { name: 'Play preview' }).click()
  await expect.poll(() => soundAt(rider)).toBeGreaterThan(12.3)
  await maker.getByRole('button', { name: 'Pause preview' }).click()
  await expect.poll(() => soundAt(rider)).toBe(-1)
  await maker.getByRole('button', { name: 'Render reel' }).click()
  await expect(maker).toBeHidden()
  const mine = section(rider, 'Your reels')
  await expect(mine.getByRole('link', { name: /^Download/ })).toBeVisible({ timeout: 120_000 })
  await expect(mine.getByText('Own music: song.mp3')).toBeVisible()
  await expect(mine.getByText(/^Our staff have to allow this music/)).toBeVisible()
  await lookAt(rider, 'own-music-reel', mine)
  const [reel] = (await (await rider.request.get(`${base()}/api/videos/${id}/reels`)).json()) as Reel[]
  const [music] = (await (await rider.request.get(`${base()}/api/videos/${id}/music`)).json()) as MusicFile[]
  expect([reel?.clip?.status, reel?.ownMusic, music?.name]).toEqual(['ready', music?.id, 'song.mp3'])
  expect(reel?.plan.music).toEqual({ file: music?.id, from: 12 })

  const staff = await openAsStaff(browser, 'moderator')
  await staff.goto(`${base()}/v/${id}#reels`)
  const theirs = section(staff, 'Reels made by hand')
  await expect(theirs.getByText(/^Rights confirmed on /)).toBeVisible()
  await lookAt(staff, 'own-music-staff', theirs)
  await theirs.getByRole('button', { name: 'Allow this music' }).click()
  await expect(theirs.getByText('Staff allowed this music for publishing.')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Stop allowing this music' })).toBeVisible()
  await rider.reload()
  await expect(mine.getByText('Staff allowed this music for publishing.')).toBeVisible()
  await staff.context().close()
  await rider.context().close()
})
