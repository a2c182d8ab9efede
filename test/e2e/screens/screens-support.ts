import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Video } from '#contract/videos.ts'
import { makeClip } from '../../media/clip.ts'
import { makeRide } from '../../media/ride.ts'
import { type Browser, expect, type Page, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { everyStatus } from '../sample-videos.ts'
import { base, signUp, userIdOf } from '../support.ts'

/** What the screen specs share: each checks every state of some screens in four looks (see judge.ts). */

/** A rider's page, their one video, and two files to choose. */
export interface Scene {
  page: Page
  real: Video
  clip: string
  ride: string
}

export async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
  })
  return context.newPage()
}

/** Made once per file; its tests share one page. */
export function setScene(email: string): Scene {
  const scene = {} as Scene
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async ({ browser }) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-screens-'))
    scene.ride = await makeRide(path.join(folder, 'ride.mp4'), { telemetry: true })
    const clip = path.join(folder, 'Moab, second day.mp4')
    scene.clip = await makeClip(clip, { seconds: 3, size: '640x360' })
    scene.page = await openPhone(browser)
    await signUp(scene.page, email)
    const id = await addReadyVideo('short', await userIdOf(scene.page), 'Dumont Dunes, morning run')
    const videos = (await (await scene.page.request.get(`${base()}/api/videos/my`)).json()) as Video[]
    scene.real = videos.find(video => video.id === id) as Video
  })
  test.afterAll(() => scene.page.context().close())
  test.afterEach(() => scene.page.unrouteAll({ behavior: 'ignoreErrors' }))
  return scene
}

export const heading = (on: Page, name: string | RegExp) =>
  expect(on.getByRole('heading', { level: 1, name })).toBeVisible()
/** Navigates within the app, without a reload. */
export const go = (on: Page, address: string) => on.evaluate(to => history.pushState(null, '', to), address)
export const dialog = (on: Page) => on.getByRole('dialog')

/** A list of videos in every status, with the thumbnail and stream of the real one. */
export const library = ({ real }: Scene): Video[] =>
  everyStatus().map(video =>
    ['processing', 'uploading', 'failed'].includes(video.status)
      ? video
      : { ...video, thumbnailUrl: real.thumbnailUrl, cfStreamId: real.cfStreamId, cfReadyToStream: true },
  )
