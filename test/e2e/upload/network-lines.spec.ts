import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#server/core/free-port.ts'
import { startProxy } from '../../harness/proxy.ts'
import { startServerProcess } from '../../harness/server-process.ts'
import { makeClip } from '../../media/clip.ts'
import { expect, type Page, type Route, test } from '../fixtures.ts'
import { base, expectSound, lookAt } from '../support.ts'
import {
  attempts,
  begin,
  countParts,
  expectFailure,
  expectWhole,
  percent,
  setFaults,
  slowConnection,
  watchParts,
} from './network-support.ts'

const faults = setFaults('lines.rider@trailcut.example')
const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-lines-'))

test('an upload without a response fails after two more attempts, and is kept', async () => {
  const { page, line } = faults
  let broken = true
  watchParts(line, part => (part > 1 && broken ? 'cut' : undefined))
  const sent = countParts(page)
  await begin(page, line.url, 'Fault failed')
  await expectFailure(page, attempts)
  expect(sent()).toBe(4)
  await expect(page.getByText(/^You're online, but the server didn't answer\./)).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Resume' }).click()
  await expectWhole(page, line.url, 'Fault failed')
})

test('without an upload URL, an error is shown, and the file and texts are kept', async () => {
  const { page } = faults
  await page.route('**/api/videos/upload-url', route => route.abort('failed'))
  await begin(page, base(), 'Fault address')
  await expect(
    page.getByRole('alert').getByText('Failed to create upload URL. Please try again.'),
  ).toBeVisible()
  await expect(
    page.getByText('Could not initialize upload. Please check your connection and try again.').first(),
  ).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Fault address')
  await expectSound(page, 'no upload address')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  // The request is repeated without a press.
  await page.unroute('**/api/videos/upload-url')
  await expectWhole(page, base(), 'Fault address')
})

/** Chooses three files, and answers the request that opens the second one's upload. */
async function beginThree(page: Page, answerSecond: (route: Route) => Promise<unknown>): Promise<void> {
  const clips = await Promise.all(
    ['first', 'second', 'third'].map(name => makeClip(path.join(folder, `${name}.mp4`))),
  )
  await page.route('**/api/videos/upload-url', (route, request) =>
    request.postDataJSON().fileName === 'second.mp4' ? answerSecond(route) : route.continue(),
  )
  await page.goto(`${base()}/upload`)
  await page.getByRole('region', { name: 'Choose a video' }).locator('input[type=file]').setInputFiles(clips)
  await page.getByRole('button', { name: 'Upload 3 Videos' }).click()
}

test('a connection lost between two files holds up the queue only until it is back', async () => {
  const { page } = faults
  await beginThree(page, async route => {
    await page.context().setOffline(true)
    await route.continue()
  })
  await expect(page.getByText(/^Your connection dropped, or the server didn't answer/)).toBeVisible()
  await page.unrouteAll()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()
  await expect(page.getByText('Also uploaded: “first” and “second”.')).toBeVisible()
})

test('a file that the server refuses stays listed with its reason, and the next one follows', async () => {
  const { page } = faults
  const reason = 'Your storage is full.'
  await beginThree(page, route =>
    route.fulfill({ status: 403, json: { code: 'over_budget', message: reason, reason: '', values: {} } }),
  )
  await expect(page.getByRole('heading', { name: 'Upload complete' })).toBeVisible()
  await expect(page.getByText('Also uploaded: “first”.')).toBeVisible()
  const refused = page.getByRole('region', { name: 'Not uploaded' }).getByRole('listitem')
  await expect(refused).toContainText(['second'])
  await expect(refused).toContainText([reason])
  await lookAt(page, 'upload-some-refused', refused)
  await page.unrouteAll()
  await refused.getByRole('button', { name: 'Try again: second' }).click()
  await expect(page.getByText('“second” is ready to watch and waiting for review.')).toBeVisible()
  await expect(refused).toHaveCount(0)
})

test('a stream that cannot be created shows an error', async () => {
  const { page } = faults
  await page.route(/\/api\/videos\/[^/]+\/status$/, async route => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), cfReadyToStream: false, cfProcessingStatus: 'error' },
    })
  })
  await begin(page, base(), 'Fault stream')
  await expectFailure(page, 'Video processing failed. Please try again.')
})

test('going offline during an upload shows a message, and the upload resumes back online', async () => {
  const { page, line } = faults
  const connection = await slowConnection(page)
  const parts = watchParts(line)
  await begin(page, line.url, 'Fault offline')
  await expect.poll(() => percent(page), { intervals: [50] }).toBeGreaterThan(45)
  await connection.cut()
  await expectFailure(page, attempts)
  await expect(page.getByText(/^Your connection dropped\. What was sent is saved/)).toBeVisible()
  const before = parts.length
  await connection.mend()
  await expect(page.getByText('Back Online', { exact: true }).first()).toBeVisible()
  await expectWhole(page, line.url, 'Fault offline')
  expect(parts[before]?.offset).toBeGreaterThan(0)
})

test('restarts behind a proxy that answers 502 or 503 meanwhile keep the received bytes', async ({
  browser,
}) => {
  const port = await freePort()
  const proxy = await startProxy(port)
  const env = { PUBLIC_URL: proxy.url, TRUST_PROXY: '1' }
  let server = await startServerProcess({ port, env })
  const { dataDir } = server
  const own = await browser.newContext({ serviceWorkers: 'block' })
  const rider = await own.newPage()
  await rider.goto(proxy.url)
  await rider
    .getByLabel(/e-?mail/i)
    .first()
    .fill('restart.rider@trailcut.example')
  await rider.getByRole('button', { name: 'Start Creating Content' }).first().click()
  await expect(rider.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  await slowConnection(rider)
  const parts = watchParts(proxy)
  await begin(rider, proxy.url, 'Fault restart')
  for (const [status, share] of [
    [502, 30],
    [503, 70],
  ] as const) {
    await expect.poll(() => percent(rider), { intervals: [50] }).toBeGreaterThan(share)
    proxy.away = status
    const before = parts.at(-1)?.offset ?? 0
    await server.kill()
    await expectFailure(rider, `Upload failed with status ${status}`)
    const sent = parts.length
    server = await startServerProcess({ dataDir, port, env })
    await rider.getByRole('button', { name: 'Resume' }).click()
    await expect.poll(() => parts[sent]?.offset).toBeGreaterThan(before)
  }
  await expectWhole(rider, proxy.url, 'Fault restart')
  await own.close()
  await server.stop()
  await proxy.stop()
})
