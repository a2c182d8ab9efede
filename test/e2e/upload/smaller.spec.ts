import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { readTelemetry } from '#telemetry/index.ts'
import { makeLarge } from '../../media/large-film.ts'
import { ride } from '../../media/ride.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { base, lookAt, signInByProvider, untilAnalyzed } from '../support.ts'
import { keptFiles } from './kept-files.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-smaller-'))
const film = async (name: string) =>
  makeLarge(await ride({ telemetry: true, seconds: 40 }), 600e6, path.join(folder, name))
const choose = (page: Page, file: string) =>
  page.getByRole('region', { name: 'Choose a video' }).locator('input[type=file]').setInputFiles(file)
const offer = (page: Page) => page.getByRole('region', { name: 'Or make the whole video smaller' })
const make = (page: Page) => offer(page).getByRole('button', { name: 'Make it smaller' })
const making = (page: Page) => page.getByRole('progressbar', { name: /^Making .* smaller$/ })

/** Lets the browser's software stand in for hardware, which the machines that run this don't have. */
const withHardware = (page: Page) =>
  page.addInitScript(() => {
    const decodes = VideoDecoder.isConfigSupported.bind(VideoDecoder)
    VideoDecoder.isConfigSupported = config => decodes({ ...config, hardwareAcceleration: 'no-preference' })
    const encodes = VideoEncoder.isConfigSupported.bind(VideoEncoder)
    VideoEncoder.isConfigSupported = config => encodes({ ...config, hardwareAcceleration: 'no-preference' })
  })

/** Holds the making of a film until the page gets a let-go event. */
const holdMade = (page: Page) =>
  page.addInitScript(() => {
    let held = true
    const letGo = new Promise(resolve => window.addEventListener('let-go', resolve))
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        this.addEventListener('message', (event: MessageEvent<{ kind: string }>) => {
          if (!held || event.data.kind !== 'made') return
          event.stopImmediatePropagation()
          void letGo.then(() => {
            held = false
            this.dispatchEvent(new MessageEvent('message', { data: event.data }))
          })
        })
      }
    }
  })

interface Shown {
  format: { tags?: Record<string, string> }
  streams: { codec_tag_string: string; width?: number; height?: number }[]
}
const run = promisify(execFile)
const probe = async (file: string): Promise<Shown> => {
  const entries = 'format_tags:stream=codec_tag_string,width,height'
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'json', file])
  return JSON.parse(stdout) as Shown
}

test.use({ viewport: { width: 390, height: 844 } })

test('a whole film over the limit is made smaller without a request, and goes up with its sensors', async ({
  page,
}) => {
  await withHardware(page)
  await holdMade(page)
  await signInByProvider(page, 'smaller.rider@trailcut.example')
  const fetched = page.waitForResponse(
    answer => answer.url().includes('/smaller-worker-') && answer.request().resourceType() === 'fetch',
  )
  await page.goto(`${base()}/upload`)
  await (await fetched).finished()
  await page.context().setOffline(true)
  const file = await film('GX010042.MP4')
  await choose(page, file)
  await expect(offer(page)).toContainText(/180p, about [\d.]+ MB of 500 MB\./)
  await lookAt(page, 'upload-smaller', make(page))
  const said = /about ([\d.]+) MB of/.exec((await offer(page).textContent())!)!
  const expected = Number(said[1]) * 1024 * 1024

  await make(page).click()
  await expect(making(page)).toBeVisible()
  await lookAt(page, 'upload-smaller-making', page.getByText("Stay on this page until it's done"))
  await page.evaluate(() => window.dispatchEvent(new Event('let-go')))
  await expect(page.getByLabel('Title')).toHaveValue('GX010042')
  await page.context().setOffline(false)
  await expect(page.locator('dd', { hasText: /Accelerometer \d+ Hz/ })).toBeVisible()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()

  const [video] = (await (await page.request.get(`${base()}/api/videos/my`)).json()) as {
    id: string
    duration: number
    fileSize: number
  }[]
  expect(Math.abs(video!.duration - 40)).toBeLessThan(0.1)
  expect(Math.abs(video!.fileSize / expected - 1)).toBeLessThan(0.25)
  await untilAnalyzed(page, video!.id)
  const status = await page.request.get(`${base()}/api/videos/${video!.id}/ai-status`)
  // Only the sensors know a speed.
  expect(((await status.json()) as { aiGeneratedDescription: string }).aiGeneratedDescription).toContain(
    'at takeoff',
  )

  await test.step('what arrived is the film, with another picture', async () => {
    const arrived = path.join(folder, 'arrived.mp4')
    const answer = await page.request.get(`${base()}/api/videos/${video!.id}/original`)
    expect(answer.status()).toBe(200)
    writeFileSync(arrived, await answer.body())
    const [before, after] = [await probe(file), await probe(arrived)]
    expect(after.streams.map(stream => stream.codec_tag_string)).toEqual(
      before.streams.map(stream => stream.codec_tag_string),
    )
    expect(after.streams[0]).toMatchObject({ width: 320, height: 180 })
    expect(after.format.tags?.creation_time).toBe(before.format.tags?.creation_time)
    expect(await readTelemetry(arrived)).toEqual(await readTelemetry(file))
  })
  await test.step('nothing stays in the browser', async () => {
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const names: string[] = []
          const list = async (folder: FileSystemDirectoryHandle) => {
            for await (const entry of folder.values())
              if (entry.kind === 'directory') await list(entry as FileSystemDirectoryHandle)
              else names.push(entry.name)
          }
          await list(await navigator.storage.getDirectory())
          return names
        }),
      )
      .toEqual([])
  })
})

test('a film that is being made smaller can be left for a stretch', async ({ page }) => {
  await withHardware(page)
  await signInByProvider(page, 'smaller.cancels@trailcut.example')
  await page.goto(`${base()}/upload`)
  await choose(page, await film('GX020042.MP4'))
  await make(page).click()
  await expect(making(page)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Upload this stretch' })).toBeVisible()
  await expect(make(page)).toBeVisible()
})

test('a smaller film survives a reload on its way', async ({ page }) => {
  await withHardware(page)
  await signInByProvider(page, 'smaller.reloads@trailcut.example')
  await page.goto(`${base()}/upload`)
  await choose(page, await film('GX030042.MP4'))
  await make(page).click()
  await page.route('**/api/uploads/**', route =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  )
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(() => keptFiles(page)).toBe(1)
  page.once('dialog', leave => leave.accept())
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()
})

test('without hardware for it, a sentence stands in its place', async ({ page }) => {
  await signInByProvider(page, 'smaller.plain@trailcut.example')
  await page.goto(`${base()}/upload`)
  await choose(page, await film('GX040042.MP4'))
  await expect(page.getByText(/^This device can't make the whole video smaller/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make it smaller' })).toHaveCount(0)
  await lookAt(page, 'upload-smaller-none', page.getByText(/^This device can't make the whole video/))
})
